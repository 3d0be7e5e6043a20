// An unmarked double is an enzyme_out; a single derivative is received as a scalar.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x + 3.0 * x; }
int main(void) {
    check_close("dsquare(2)", __enzyme_autodiff((void *)square, 2.0), 7.0, 1e-12);
    check_close("dsquare(-4)", __enzyme_autodiff((void *)square, -4.0), -5.0, 1e-12);
    return 0;
}
