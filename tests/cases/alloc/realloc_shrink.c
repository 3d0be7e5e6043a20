// realloc to a smaller block, then from a null pointer.
// leaks: on
#include <stdlib.h>
double shrinking(const double *x, int n) {
    double *a = malloc((size_t)n * sizeof *a), *b = NULL;
    for (int i = 0; i < n; ++i)
        a[i] = x[i] * x[i];
    a = realloc(a, (size_t)(n / 2) * sizeof *a);
    b = realloc(b, (size_t)n * sizeof *b);
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        b[i] = a[i % (n / 2)] * x[i];
        s += b[i] * (i + 1);
    }
    free(a);
    free(b);
    return s;
}
// check: double shrinking(double *x = {1.5, -0.5, 2.0, 0.7}, int n = 4)
// value: 17.325
// expect: x = {24.75, -1.2999999999999998, 6.75, 1}
