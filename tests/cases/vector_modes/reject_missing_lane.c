// reject: the derivative call has too few arguments: the shadow of parameter 1 of 'f' is missing
extern int enzyme_width, enzyme_dup;
struct three { double a, b, c; };
struct three __enzyme_fwddiff(void *, ...);
static double f(double x) { return x * x; }
struct three g(void) { return __enzyme_fwddiff((void *)f, enzyme_width, 3, enzyme_dup, 1.0, 1.0, 0.0); }
