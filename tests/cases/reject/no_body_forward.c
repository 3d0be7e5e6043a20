// The same in forward mode, one call further down.
// reject: mystery
// reject: body
double __enzyme_fwddiff(void *, ...);
double mystery(double, const double *);
static double inner(double x, const double *t) { return 2.0 * mystery(x, t); }
double f(double x, const double *t) { return inner(x, t) + x; }
double df(double x, const double *t, const double *dt) { return __enzyme_fwddiff((void *)f, x, 1.0, t, dt); }
