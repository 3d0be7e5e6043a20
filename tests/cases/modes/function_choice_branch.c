// The function operand is a variable assigned in three branches.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double cube(double x) { return x * x * x; }
double inverse(double x) { return 1.0 / x; }
double line(double x) { return 4.0 * x - 1.0; }
__attribute__((noinline)) double slope(int kind, double x) {
    double (*fn)(double);
    if (kind == 0)
        fn = cube;
    else if (kind == 1)
        fn = inverse;
    else
        fn = line;
    return __enzyme_autodiff((void *)fn, x);
}
int main(void) {
    check_close("cube", slope(0, 2.0), 12.0, 1e-12);
    check_close("inverse", slope(1, 2.0), -0.25, 1e-12);
    check_close("line", slope(2, 2.0), 4.0, 1e-12);
    return 0;
}
