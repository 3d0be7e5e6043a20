// The gradient of a read-only loop needs no cache: no allocation of any kind.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff_shape(void *, ...);
static double dot(const double *restrict x, const double *restrict y, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * y[i] * y[i];
    return s;
}
void ddot(const double *restrict x, double *restrict dx, const double *restrict y, double *restrict dy, int n) {
    __enzyme_autodiff_shape((void *)dot, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
// ir: -O2 ddot contains store double
// ir: -O2 ddot lacks @malloc(
// ir: -O2 ddot lacks @realloc(
// ir: -O2 ddot lacks alloca
// ir: -O2 ddot lacks @free(
