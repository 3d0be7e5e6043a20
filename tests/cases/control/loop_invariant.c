// A costly loop-invariant value used in every iteration is needed once in reverse.
#include <math.h>
double invariant(double *x, int n, double t) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        double k = exp(-t * t) + 1.0;
        s += sin(x[i] * k) * k;
    }
    return s;
}
// check: double invariant(double *x = {0.2, 0.7, 1.3, 2.9}, int n = 4, double t = 0.6)
// value: 1.8459393385319778
// expect: x = {2.7175642326356488, 1.0755134707555729, -1.7123433062076758, 0.60326208392039637}, t = -1.3146064041816528
