// Residuals of an exponential fit with a robust (Huber) loss over measured data.
#include <math.h>

static double huber(double r, double delta) {
    double a = fabs(r);
    return a <= delta ? 0.5 * r * r : delta * (a - 0.5 * delta);
}

double fit(const double *p, const double *t, const double *y, int n, double delta) {
    double loss = 0.0;
    for (int i = 0; i < n; ++i) {
        double model = p[0] * exp(-p[1] * t[i]) + p[2] * cos(p[3] * t[i]);
        loss += huber(model - y[i], delta);
    }
    return loss;
}
// check: double fit(double *p = {2.0, 0.5, 0.3, 1.7}, inactive double *t = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0}, inactive double *y = {2.1,
//     1.9, 0.4, 0.2, 1.6, 0.3}, int n = 6, double delta = 0.4)
// value: 0.79389842775728492
// expect: p = {0.42988211632165163, -0.69861508784591475, 0.20599949346220206, -0.048087544389587782}, delta = 1.2244055914790259
