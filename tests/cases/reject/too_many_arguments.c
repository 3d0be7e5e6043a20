// Arguments are left over after the last parameter.
// reject: argument
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double f(double x, const double *w) { return x * w[0]; }
double df(double x, const double *w, double *dw) { return __enzyme_autodiff((void *)f, x, enzyme_const, w, dw); }
