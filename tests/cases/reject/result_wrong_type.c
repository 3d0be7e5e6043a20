// The derivative of a double is received as a struct of another layout.
// reject: result
struct wrong { int a; double b; long c; };
struct wrong __enzyme_autodiff(void *, ...);
double f(double x) { return x * x; }
double df(double x) { return __enzyme_autodiff((void *)f, x).b; }
