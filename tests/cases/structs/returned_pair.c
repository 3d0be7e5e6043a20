// A function never inlined returns two results in one struct; both are active.
#include <math.h>
struct sincos { double s, c; };
__attribute__((noinline)) static struct sincos both(double a) { return (struct sincos){sin(a), cos(a)}; }
double spherical(double r, double theta, double phi) {
    struct sincos t = both(theta), p = both(phi);
    return r * t.s * p.c + 2.0 * r * t.s * p.s + 3.0 * r * t.c;
}
// check: double spherical(double r = 2.0, double theta = 0.7, double phi = 1.9)
// value: 6.61100842525241
// expect: r = 3.3055042126262051, theta = -1.4647562067410382, phi = -2.0523219361371448
