// Heun-Euler pair with step-size control: accepted and rejected steps depend on the state.
#include <math.h>

static double slope(double t, double y, double k) { return -k * (y - cos(t)) + 0.2 * y * y; }

double adaptive(double y, double k, double end) {
    double t = 0.0, h = 0.3;
    int rejected = 0;
    while (t < end) {
        if (t + h > end)
            h = end - t;
        double k1 = slope(t, y, k), euler = y + h * k1;
        double k2 = slope(t + h, euler, k), heun = y + 0.5 * h * (k1 + k2);
        double err = fabs(heun - euler) / 0.02;
        if (err <= 1.0) {
            t += h;
            y = heun;
        } else {
            ++rejected;
        }
        double scale = 0.9 / sqrt(err + 1e-6);
        h *= scale < 0.3 ? 0.3 : scale > 2.0 ? 2.0 : scale;
    }
    return y + 0.001 * rejected;
}
// check: double adaptive(double y = 1.7, double k = 3.2, double end = 1.5)
// value: 0.38021411981014797
// expect: y = 0.0079690263006914584, k = -0.10141779814525968, end = -0.95533275898887937
