// A double** matrix: an allocated array of allocated rows.
// leaks: on
#include <stdlib.h>
static double **matrix(int n) {
    double **m = malloc((size_t)n * sizeof *m);
    for (int i = 0; i < n; ++i)
        m[i] = calloc((size_t)n, sizeof **m);
    return m;
}
static void release(double **m, int n) {
    for (int i = 0; i < n; ++i)
        free(m[i]);
    free(m);
}
double quadratic(const double *x, int n) {
    double **m = matrix(n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
            m[i][j] = x[i] * x[j] + (i == j);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            s += m[i][j] * (i + 2 * j + 1) * x[j];
    release(m, n);
    return s;
}
// check: double quadratic(double *x = {0.5, 1.5, -1.0}, int n = 3)
// value: -5.125
// expect: x = {1.75, 16.5, 40}
