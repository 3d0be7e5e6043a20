// Soft dynamic time warping: a dynamic programme over a table with a soft minimum.
#include <math.h>

static double softmin(double a, double b, double c, double gamma) {
    double m = fmin(a, fmin(b, c));
    return m - gamma * log(exp((m - a) / gamma) + exp((m - b) / gamma) + exp((m - c) / gamma));
}

double soft_dtw(const double *x, const double *y, int n, int m, double gamma) {
    double r[6][6];
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= m; ++j)
            r[i][j] = 1e3;
    r[0][0] = 0.0;
    for (int i = 1; i <= n; ++i)
        for (int j = 1; j <= m; ++j) {
            double d = x[i - 1] - y[j - 1];
            r[i][j] = d * d + softmin(r[i - 1][j], r[i][j - 1], r[i - 1][j - 1], gamma);
        }
    return r[n][m];
}
// check: double soft_dtw(double *x = {0.3, 1.2, 0.8, -0.5, 0.1}, double *y = {0.2, 0.9, 1.1, -0.2}, int n = 5, int m = 4,
//     double gamma = 0.7)
// value: -1.2381379075623138
// expect: x = {-0.357603104008326, 0.90599553416477152, -0.078479581997724521, -0.78953617191481507,
//     0.56286764607438344}, y = {-0.55873060408169528, 0.10741567813251857, 0.739941163323666,
//     -0.53187055969277863}, gamma = -3.3926414935600273
