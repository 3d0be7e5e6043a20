// A growing buffer with realloc: values and derivatives survive each move.
// leaks: on
#include <stdlib.h>
double growing(double x, double limit) {
    int n = 0, cap = 1;
    double *v = malloc(sizeof *v);
    double t = x;
    while (t < limit) {
        if (n == cap) {
            cap *= 2;
            v = realloc(v, (size_t)cap * sizeof *v);
        }
        v[n++] = t;
        t = t * 1.3 + 0.1;
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += v[i] * v[n - 1 - i] * (i + 1);
    free(v);
    return s;
}
// check: double growing(double x = 0.4, double limit = 9.0)
// value: 205.16954431600007
// expect: x = 699.15812605100018, limit = 0
