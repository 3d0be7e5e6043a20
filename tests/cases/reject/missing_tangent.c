// Forward mode needs one tangent per active argument.
// reject: shadow
double __enzyme_fwddiff(void *, ...);
double f(double x, double y) { return x * y; }
double df(double x, double y) { return __enzyme_fwddiff((void *)f, x, 1.0, y); }
