// Aligned allocation through a pointer-to-pointer result.
// leaks: on
#include <stdlib.h>
double aligned(const double *x, int n) {
    void *raw = NULL;
    if (posix_memalign(&raw, 64, (size_t)n * sizeof(double)) != 0)
        return -1.0;
    double *a = raw;
    for (int i = 0; i < n; ++i)
        a[i] = x[i] * x[n - 1 - i] + x[i];
    double p = 1.0;
    for (int i = 0; i < n; ++i)
        p *= a[i];
    free(raw);
    return p;
}
// check: double aligned(double *x = {1.5, 0.5, 2.0}, int n = 3)
// value: 16.875
// expect: x = {18, 45, 14.0625}
