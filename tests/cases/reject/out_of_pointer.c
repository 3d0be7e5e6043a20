// A pointer cannot be enzyme_out: its derivative lives in memory.
// reject: enzyme_out
extern int enzyme_out;
double __enzyme_autodiff(void *, ...);
double f(const double *x) { return x[0] * x[1]; }
double df(const double *x) { return __enzyme_autodiff((void *)f, enzyme_out, x); }
