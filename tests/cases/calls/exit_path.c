// A path that ends in abort has no adjoint and does not disturb the others.
#include <stdio.h>
#include <stdlib.h>
static double checked_div(double a, double b) {
    if (b == 0.0) {
        fprintf(stderr, "division by zero\n");
        abort();
    }
    return a / b;
}
double ratios(double x, double y) { return checked_div(x, y) * checked_div(y + 1.0, x * x); }
// check: double ratios(double x = 1.5, double y = 0.4)
// value: 2.333333333333333
// expect: x = -1.5555555555555556, y = -4.1666666666666661
