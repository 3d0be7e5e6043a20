// Adaptive Simpson quadrature: recursion depth depends on the integrand.
#include <math.h>

static double integrand(double t, double a, double b) { return exp(-a * t) * sin(b * t * t) + 1.0 / (1.0 + a * t); }

static double adapt(double lo, double hi, double flo, double fmid, double fhi, double whole, double a, double b, int depth) {
    double mid = 0.5 * (lo + hi), h = hi - lo;
    double lm = integrand(0.5 * (lo + mid), a, b), rm = integrand(0.5 * (mid + hi), a, b);
    double left = h / 12.0 * (flo + 4.0 * lm + fmid), right = h / 12.0 * (fmid + 4.0 * rm + fhi);
    double err = left + right - whole;
    if (depth == 0 || fabs(err) < 1e-4)
        return left + right + err / 15.0;
    return adapt(lo, mid, flo, lm, fmid, left, a, b, depth - 1) + adapt(mid, hi, fmid, rm, fhi, right, a, b, depth - 1);
}

double integrate(double a, double b, double hi) {
    double f0 = integrand(0.0, a, b), f1 = integrand(0.5 * hi, a, b), f2 = integrand(hi, a, b);
    return adapt(0.0, hi, f0, f1, f2, hi / 6.0 * (f0 + 4.0 * f1 + f2), a, b, 10);
}
// check: double integrate(double a = 0.6, double b = 2.3, double hi = 2.0)
// value: 1.6431652547798068
// expect: a = -0.90263362177616513, b = -0.012659759495108334, hi = 0.52167509401830481
