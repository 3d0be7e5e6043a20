// The reverse of a simple map loop is vectorised.
// flags: -fno-math-errno
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff_shape(void *, ...);
static void map(const double *restrict x, double *restrict y, int n) {
    for (int i = 0; i < n; ++i)
        y[i] = x[i] * x[i] * 0.5 + 3.0 * x[i];
}
void dmap(const double *restrict x, double *restrict dx, double *restrict y, double *restrict dy, int n) {
    __enzyme_autodiff_shape((void *)map, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
// ir: -O3 dmap contains x double>
// ir: -O3 dmap lacks @malloc(
