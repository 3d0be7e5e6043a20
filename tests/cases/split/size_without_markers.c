// reject: the marker of the value of parameter 2 of 'f' is missing
extern int enzyme_dup;
unsigned long __enzyme_augmentsize(void *, ...);
static double f(double *x, int n) { return x[n] * x[0]; }
unsigned long g(void) { return __enzyme_augmentsize((void *)f, enzyme_dup); }
