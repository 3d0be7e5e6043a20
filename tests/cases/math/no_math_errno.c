// The elementary functions without errno become intrinsics: the same values must come out.
// flags: -fno-math-errno
#include <math.h>
double all(double x, double y) {
    double a = sin(x) * cos(y) + tan(x) + atan2(y, x) + exp(x) * log(y) + exp2(x) + log2(y) * log10(y);
    double b = sqrt(x) + pow(y, x) + tanh(x) * sinh(y) + cosh(x) + asin(x) * acos(x) + fabs(-x) + fma(x, y, a);
    return a * b + fmin(x, y) + 2.0 * fmax(x, y) + floor(y) * x + hypot(x, y) + cbrt(y);
}
// check: double all(double x = 0.6, double y = 1.7)
// value: 59.252739412487919
// expect: x = 79.246579947318438, y = 32.277484768813117
