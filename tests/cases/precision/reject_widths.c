// reject: a precision must be one of the constants 16, 32, 64, 80, 128
#include <zymase/autodiff.h>
double f(double x) { return x * x; }
double g(double x) { return ((double (*)(double))__enzyme_truncate_op_func((void *)f, 32, 64))(x); }
