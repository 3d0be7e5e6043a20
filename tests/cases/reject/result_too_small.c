// Two derivatives do not fit into one double.
// reject: result
double __enzyme_autodiff(void *, ...);
double f(double x, double y) { return x * y; }
double df(double x, double y) { return __enzyme_autodiff((void *)f, x, y); }
