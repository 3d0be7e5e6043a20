// Variable-length arrays and alloca: stack memory of run-time size.
#include <alloca.h>
double stack(const double *x, int n) {
    double tmp[n];
    double *acc = alloca((unsigned long)(n + 1) * sizeof(double));
    acc[0] = 1.0;
    for (int i = 0; i < n; ++i) {
        tmp[i] = x[i] * x[i] - 0.5;
        acc[i + 1] = acc[i] * tmp[i] + x[i];
    }
    double s = 0.0;
    for (int i = 0; i <= n; ++i)
        s += acc[i] * acc[n - i];
    return s;
}
// check: double stack(double *x = {1.0, 0.5, -1.5, 0.7}, int n = 4)
// value: -2.4025
// expect: x = {-11.786249999999999, 13.6625, 1.8624999999999998, -1.5874999999999997}
