// sin and cos of one argument, which the optimiser may merge into one sincos call.
#include <math.h>
void rotate(double angle, double *v) {
    double s = sin(angle), c = cos(angle);
    double x = v[0] * c - v[1] * s;
    v[1] = v[0] * s + v[1] * c;
    v[0] = x;
}
// check: void rotate(double angle = 0.6, double *v = {2.0, -1.0} seed {1.0, 3.0})
// expect: angle = 6.3419917777627832, v = {2.5192630350947844, 1.9113643713339996}
