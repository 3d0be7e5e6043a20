// Explicit heat equation done in place with one saved neighbour, source term from a parameter field.
#include <math.h>

double heat(double *u, const double *source, int n, int steps, double alpha) {
    for (int t = 0; t < steps; ++t) {
        double left = u[0];
        for (int i = 1; i < n - 1; ++i) {
            double here = u[i];
            u[i] = here + alpha * (left - 2.0 * here + u[i + 1]) + 0.1 * source[i] * exp(-here * here);
            left = here;
        }
        u[0] = 0.5 * u[1];
        u[n - 1] = u[n - 2] * (1.0 - alpha);
    }
    double total = 0.0;
    for (int i = 0; i < n; ++i)
        total += u[i] * u[i] * (1.0 + 0.3 * i);
    return total;
}
// check: double heat(double *u = {0.1, 0.9, 0.4, -0.3, 0.7, 0.2}, double *source = {0.2, 0.5, -0.4, 0.8, 0.3, 1.0},
//     int n = 6, int steps = 7, double alpha = 0.22)
// value: 1.6031271674848544
// expect: u = {0.18746590175572878, 0.74019852601668124, 1.3172906389012371, 1.5645593866472585,
//     1.1704329836939928, 0.34332541006237349}, source = {0, 0.4978223493053327, 0.84294426177262138,
//     1.0531506820767418, 1.3067938545023476, 0}, alpha = -5.1567692928884945
