// Complex routines are not differentiated.
// reject: real numbers only
// levels: -O0 -O2
void cblas_zscal(int, const void *, void *, int);
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double f(double *x) {
    double a[2] = {1, 2};
    cblas_zscal(2, a, x, 1);
    return x[0];
}
double g(double *x, double *d) { return __enzyme_autodiff((void *)f, enzyme_dup, x, d); }
