// calloc'ed bins start from zero and accumulate.
// leaks: on
#include <stdlib.h>
double histogram(const double *x, const int *bin, int n, int bins) {
    double *h = calloc((size_t)bins, sizeof(double));
    for (int i = 0; i < n; ++i)
        h[bin[i]] += x[i] * x[i];
    double s = 0.0;
    for (int b = 0; b < bins; ++b)
        s += h[b] * h[b] * (b + 1);
    free(h);
    return s;
}
// check: double histogram(double *x = {1.0, 0.5, -1.5, 2.0}, int *bin = {0, 2, 0, 1}, int n = 4, int bins = 3)
// value: 42.75
// expect: x = {13, 1.5, -19.5, 64}
