// The shadow of a pointer must be a pointer, not a number.
// reject: shadow
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double f(const double *x) { return x[0] * x[1]; }
void df(const double *x) { __enzyme_autodiff((void *)f, enzyme_dup, x, 1.0); }
