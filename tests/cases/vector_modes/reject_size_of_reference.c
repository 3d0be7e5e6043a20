// reject: enzyme_byref says 4 bytes, but parameter 1 of 'f' is double of 8 bytes
extern int enzyme_byref, enzyme_out;
double __enzyme_autodiff(void *, ...);
static double f(double x) { return x * x; }
double g(float *x) { return __enzyme_autodiff((void *)f, enzyme_out, enzyme_byref, sizeof *x, x); }
