// memcpy of doubles into a local buffer; the source is overwritten afterwards.
#include <string.h>
double saved(double *x, int n) {
    double copy[6];
    memcpy(copy, x, (unsigned long)n * sizeof(double));
    for (int i = 0; i < n; ++i)
        x[i] = 2.0 * x[(i + 1) % n];
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += copy[i] * copy[i] * x[i];
    return s;
}
// check: double saved(double *x = {1.0, 0.5, -2.0, 3.0} seed {0.1, 0.2, 0.3, 0.4}, int n = 4)
// expect: x = {2, 35.8, -23.1, 20.6}
