// Different callees on the two sides of a branch inside a loop.
#include <math.h>
__attribute__((noinline)) static double grow(double x, double r) { return x * (1.0 + r); }
__attribute__((noinline)) static double shrink(double x, double r) { return x * exp(-r * x); }
double population(double x, double r, int n) {
    for (int i = 0; i < n; ++i)
        x = x < 2.0 ? grow(x, r) : shrink(x, r);
    return x;
}
// check: double population(double x = 1.1, double r = 0.4, int n = 9)
// value: 1.802608325501027
// expect: x = 0.00022974030518657643, r = -1.9264377136993072
