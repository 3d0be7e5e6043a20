// The target has a parameter the call does not provide.
// reject: argument
double __enzyme_autodiff(void *, ...);
double f(double x, double y) { return x * y; }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
