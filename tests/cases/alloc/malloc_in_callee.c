// A factory allocates and returns, the caller frees: ownership crosses functions.
// leaks: on
#include <stdlib.h>
__attribute__((noinline)) static double *copy_scaled(const double *x, int n, double k) {
    double *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; ++i)
        r[i] = x[i] * k;
    return r;
}
double factory(const double *x, int n, double k) {
    double *a = copy_scaled(x, n, k), *b = copy_scaled(a, n, x[0]);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += a[i] * b[n - 1 - i];
    free(b);
    free(a);
    return s;
}
// check: double factory(double *x = {1.5, -0.5, 2.0}, int n = 3, double k = 0.8)
// value: 6.0000000000000009
// expect: x = {7.8400000000000007, -0.96000000000000008, 2.8800000000000003}, k = 15
