// The callee squares a buffer whose old content the caller also uses: the caller must keep it.
#include <math.h>
__attribute__((noinline)) static double norm2_destroy(double *v, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        v[i] *= v[i];
        s += v[i];
    }
    return s;
}
double destroyed(double *x, int n) {
    double a = sin(x[0] * x[1]);
    double s = norm2_destroy(x, n);
    return a * s + x[0] * x[2];
}
// check: double destroyed(double *x = {0.5, 1.5, 2.0}, int n = 3)
// value: 5.4306519401516722
// expect: x = {11.815605231543088, 4.4229051039099208, 3.7265550400933365}
