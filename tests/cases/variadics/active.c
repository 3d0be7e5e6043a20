// Numbers passed to a variadic function of the program.
#include <stdarg.h>
static double sum(int n, ...) { va_list ap; va_start(ap, n); double s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, double) * (i + 1); va_end(ap); return s; }
// check: double f(double x = 2, double y = 3)
// expect: x = 10, y = 8
// tolerance: 1e-7
double f(double x, double y) { return sum(3, x, y, x * y); }
