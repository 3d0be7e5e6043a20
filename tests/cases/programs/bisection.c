// Bisection fixes a bracket with no derivative; one Newton correction at the end brings it back.
#include <math.h>

static double residual(double y, double a, double b) { return y * y * y + a * y - b; }

double bisect_polish(double a, double b) {
    double lo = 0.0, hi = 4.0;
    int iterations = 0;
    while (hi - lo > 1e-3 && iterations < 60) {
        double mid = 0.5 * (lo + hi);
        if (residual(mid, a, b) > 0.0)
            hi = mid;
        else
            lo = mid;
        ++iterations;
    }
    double y = 0.5 * (lo + hi);
    for (int i = 0; i < 3; ++i)
        y -= residual(y, a, b) / (3.0 * y * y + a);
    return y * y + y;
}
// check: double bisect_polish(double a = 1.3, double b = 5.7)
// value: 3.9337390647450046
// expect: a = -0.74685043269705453, b = 0.48326726378368745
