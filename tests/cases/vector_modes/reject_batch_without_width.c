// reject: __enzyme_batch does not say how many calls it makes
extern int enzyme_scalar;
double __enzyme_batch(void *, ...);
static double f(double x) { return x * x; }
double g(void) { return __enzyme_batch((void *)f, enzyme_scalar, 1.0); }
