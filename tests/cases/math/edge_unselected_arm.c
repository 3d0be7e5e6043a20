// An arm that is not selected never leaks its NaN or infinity into the derivative.
#include <math.h>
double safe_root(double x) { return x > 0.0 ? sqrt(x) : 0.0; }
// check: double safe_root(double x = 0.0)
// value: 0.0
// expect: x = 0.0
// differences: off (a kink with an infinite side)
// check: double safe_root(double x = -1.0)
// value: 0.0
// expect: x = 0.0
double safe_log(double x, double y) {
    double l = log(x), r = 1.0 / x;
    double s = x > 0.0 ? l * y + r : y * y;
    return s + x;
}
// check: double safe_log(double x = 0.0, double y = 3.0)
// value: 9.0
// expect: x = 1.0, y = 6.0
// differences: off (an isolated end point)
// check: double safe_log(double x = -2.0, double y = 3.0)
// value: 7.0
// expect: x = 1.0, y = 6.0
// check: double safe_log(double x = 2.0, double y = 3.0)
// value: 4.5794415416798362
// expect: x = 2.25, y = 0.69314718055994529
double sinc(double x) { return x == 0.0 ? 1.0 : sin(x) / x; }
// check: double sinc(double x = 0.0)
// value: 1.0
// expect: x = 0.0
// check: double sinc(double x = 0.9)
// value: 0.870363232919426
// expect: x = -0.27639251627640171
double masked_sum(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        double p = pow(x[i], 0.3);
        s += x[i] > 0.0 ? p : -x[i];
    }
    return s;
}
// check: double masked_sum(double *x = {-2.0, 1.7, -0.5, 3.0}, int n = 4)
// value: 5.0629480945884513
// expect: x = {-1, 0.20692216310691917, -1, 0.13903891703159093}
