// Newton's iteration to a tolerance: the derivative of the computed root is that of the implicit function.
#include <math.h>

double kepler(double mean, double ecc) {
    double e = mean;
    for (int it = 0; it < 50; ++it) {
        double f = e - ecc * sin(e) - mean;
        double step = f / (1.0 - ecc * cos(e));
        e -= step;
        if (fabs(step) < 1e-8)
            break;
    }
    double x = cos(e) - ecc, y = sqrt(1.0 - ecc * ecc) * sin(e);
    return atan2(y, x) + 0.5 * (x * x + y * y);
}
// check: double kepler(double mean = 0.9, double ecc = 0.4)
// value: 2.0959713425303819
// expect: mean = 1.5493135580578652, ecc = 2.4148209323469518
