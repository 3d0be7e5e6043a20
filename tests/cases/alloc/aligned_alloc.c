// C11 aligned_alloc with an early free on one path.
// leaks: on
#include <stdlib.h>
double maybe(const double *x, int n, int quick) {
    double *a = aligned_alloc(32, 32 * (((size_t)n * sizeof(double) + 31) / 32));
    for (int i = 0; i < n; ++i)
        a[i] = x[i] * (i + 2);
    if (quick) {
        double r = a[0] * a[1];
        free(a);
        return r;
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += a[i] * a[i];
    free(a);
    return s;
}
// check: double maybe(double *x = {1.5, 0.5, 2.0}, int n = 3, int quick = 0)
// value: 75.25
// expect: x = {12.0, 9.0, 64.0}
// check: double maybe(double *x = {1.5, 0.5, 2.0}, int n = 3, int quick = 1)
// value: 4.5
// expect: x = {3.0, 9.0, 0.0}
