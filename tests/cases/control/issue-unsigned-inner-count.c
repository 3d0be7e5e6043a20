// An inner do-while behind a guard: with m = 0 nothing of it may be kept, although m - 1 back edges would be 2^32 - 1.
#include <math.h>
double guarded(double *x, unsigned n, unsigned m) {
    double s = 0.0;
    for (unsigned i = 0; i < n; i++) {
        double y = x[i % 3];
        unsigned j = 0;
        if (m)
            do {
                y = sin(y * x[j % 3]) + i;
            } while (++j < m);
        s += y * y;
    }
    return s;
}
// check: double guarded(double *x = {1.0, 2.0, 3.0}, unsigned n = 20000, unsigned m = 0)
// value: 93329
// expect: x = {13334, 26668, 39996}
// check: double guarded(double *x = {1.0, 2.0, 3.0}, unsigned n = 4, unsigned m = 3)
// value: 13.019304619135093
// expect: x = {-16.47563752029313, 13.65167230323596, 2.93923996071373}
