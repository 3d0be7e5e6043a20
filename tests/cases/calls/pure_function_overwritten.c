// A pure function is evaluated on data before and after the data changes.
#include <math.h>
__attribute__((noinline, pure)) static double norm(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i];
    return sqrt(s);
}
double rescale(double *x, int n, double k) {
    double before = norm(x, n);
    for (int i = 0; i < n; ++i)
        x[i] = x[i] * k / (1.0 + before) + 0.1 * i;
    double after = norm(x, n);
    return after * before + x[0];
}
// check: double rescale(double *x = {0.6, -1.2, 0.9}, int n = 3, double k = 1.7)
// value: 2.1821296256919798
// expect: x = {1.1396421928181366, -0.88470966136586171, 0.92383802720139252}, k = 1.207363671964488
