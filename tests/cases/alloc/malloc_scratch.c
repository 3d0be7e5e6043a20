// A malloc'ed scratch buffer: its shadow is created and freed with it.
// leaks: on
#include <stdlib.h>
double scratch(const double *x, int n) {
    double *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; ++i)
        t[i] = x[i] * x[(i + 1) % n];
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += t[i] * t[i] / (i + 1);
    free(t);
    return s;
}
// check: double scratch(double *x = {1.0, 2.0, -0.5, 1.5}, int n = 4)
// value: 5.25
// expect: x = {9.125, 4.5, -2.75, 1}
