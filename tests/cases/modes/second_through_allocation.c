// Second derivative of a function that allocates: every shadow of a shadow is freed.
// leaks: on
#include <stdlib.h>
double __enzyme_autodiff_inner(void *, ...);
static double horner(double x, int n) {
    double *c = malloc((size_t)n * sizeof *c);
    for (int i = 0; i < n; ++i)
        c[i] = 1.0 / (i + 1) + 0.1 * x;
    double r = 0.0;
    for (int i = n - 1; i >= 0; --i)
        r = r * x + c[i];
    free(c);
    return r;
}
double slope(double x, int n) { return __enzyme_autodiff_inner((void *)horner, x, n); }
// check: double slope(double x = 0.6, int n = 5)
// value: 1.8220000000000000
// expect: x = 3.8546666666666667
