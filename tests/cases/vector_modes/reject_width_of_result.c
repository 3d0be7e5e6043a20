// reject: the derivative call is declared to return double, but the derivative is {double, double}
extern int enzyme_width, enzyme_dup;
double __enzyme_fwddiff(void *, ...);
static double f(double x) { return x * x; }
double g(void) { return __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, 1.0, 1.0, 0.0); }
