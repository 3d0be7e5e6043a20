// A two-state Kalman filter over a measurement sequence; the objective is the innovation likelihood.
#include <math.h>

double kalman(const double *z, int n, double q, double r, double dt) {
    double x[2] = {0.0, 1.0}, p[2][2] = {{1.0, 0.1}, {0.1, 0.5}}, score = 0.0;
    for (int k = 0; k < n; ++k) {
        x[0] += dt * x[1];
        double p00 = p[0][0] + dt * (p[1][0] + p[0][1]) + dt * dt * p[1][1] + q * dt * dt * dt / 3.0;
        double p01 = p[0][1] + dt * p[1][1] + q * dt * dt / 2.0;
        double p11 = p[1][1] + q * dt;
        double innovation = z[k] - x[0], s = p00 + r;
        double gain[2] = {p00 / s, p01 / s};
        for (int i = 0; i < 2; ++i)
            x[i] += gain[i] * innovation;
        p[0][0] = (1.0 - gain[0]) * p00;
        p[0][1] = p[1][0] = (1.0 - gain[0]) * p01;
        p[1][1] = p11 - gain[1] * p01;
        score += 0.5 * (innovation * innovation / s + log(s));
    }
    return score + 0.1 * x[1] * x[1];
}
// check: double kalman(double *z = {0.9, 2.2, 2.8, 4.3, 4.7, 6.4}, int n = 6, double q = 0.3, double r = 0.5,
//     double dt = 0.8)
// value: 1.9703613265143578
// expect: z = {-0.21849987654017361, 0.4016669088685228, -0.42117813929410108, 0.5095701414528766,
//     -0.76988114045864753, 0.53329739355701355}, q = 1.741348630122298, r = 3.0390055142378269, dt = 1.7307495030065907
