// Whole numbers found by adding and subtracting a large constant move by steps; small constants are ordinary sums.
#include <math.h>
double exponential(double x) {
    double k = (x * 1.4426950408889634 + 6755399441055744.0) - 6755399441055744.0;
    double r = x - k * 0.6931471805599453;
    double p = 1 + r * (1 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r / 720)))));
    return ldexp(p, (int)k);
}
double whole(double x) { return x * ((x + 4503599627370496.0) - 4503599627370496.0); }
double logarithm(double x) {
    double u = 1 + x;
    return log(u) * x / (u - 1);
}
// check: double exponential(double x = 1.25)
// expect: x = 3.4903418855212925
// tolerance: 1e-4
// check: double whole(double x = 2.75)
// value: 8.25
// expect: x = 3
// check: double logarithm(double x = 0.5)
// expect: x = 0.66666666666666663
