// reject: the argument for parameter 2 of 'f' has no marker
extern int enzyme_width, enzyme_scalar;
struct two { double a, b; };
struct two __enzyme_batch(void *, ...);
static double f(double x, double y) { return x * y; }
struct two g(void) { return __enzyme_batch((void *)f, enzyme_width, 2, enzyme_scalar, 1.0, 2.0); }
