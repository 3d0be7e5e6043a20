// A map through sqrt vectorises in reverse too, with a vector square root at most.
// flags: -fno-math-errno
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff_shape(void *, ...);
static double total(const double *restrict x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += sqrt(x[i] + 1.0);
    return s;
}
void dtotal(const double *restrict x, double *restrict dx, int n) { __enzyme_autodiff_shape((void *)total, enzyme_dup, x, dx, enzyme_const, n); }
// ir: -O3 dtotal contains x double>
// ir: -O3 dtotal lacks @malloc(
// ir: -O3 dtotal lacks @sqrt(
