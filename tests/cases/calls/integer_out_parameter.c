// The callee writes an integer through a pointer; the caller loops that many times.
#include <math.h>
__attribute__((noinline)) static double reduce_range(double x, int *halvings) {
    *halvings = 0;
    while (x > 0.5) {
        x *= 0.5;
        ++*halvings;
    }
    return x;
}
double slow_exp(double x) {
    int n;
    double r = reduce_range(x, &n);
    double e = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r / 24.0)));
    while (n-- > 0)
        e *= e;
    return e;
}
// check: double slow_exp(double x = 2.9)
// value: 18.168531934626049
// expect: x = 18.159434359325434
