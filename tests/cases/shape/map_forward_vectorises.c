// The tangent of a simple map loop is vectorised.
// flags: -fno-math-errno
extern int enzyme_dup, enzyme_const;
void __enzyme_fwddiff_shape(void *, ...);
static void map(const double *restrict x, double *restrict y, int n) {
    for (int i = 0; i < n; ++i)
        y[i] = x[i] * x[i] * 0.5 + 3.0 * x[i];
}
void tmap(const double *restrict x, const double *restrict tx, double *restrict y, double *restrict ty, int n) {
    __enzyme_fwddiff_shape((void *)map, enzyme_dup, x, tx, enzyme_dup, y, ty, enzyme_const, n);
}
// ir: -O3 tmap contains x double>
// ir: -O3 tmap lacks @malloc(
// ir: -O3 tmap lacks alloca
