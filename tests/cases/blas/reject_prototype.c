// A routine that is declared with other parameters than it has is not taken for it.
// reject: is not declared as the routine of that name
// levels: -O0 -O2
double cblas_ddot(const double *, const double *);
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double f(double *x) { return cblas_ddot(x, x); }
double g(double *x, double *d) { return __enzyme_autodiff((void *)f, enzyme_dup, x, d); }
