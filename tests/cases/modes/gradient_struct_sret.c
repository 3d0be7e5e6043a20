// Five outs: the derivative struct itself is returned through memory.
// run:
#include "check.h"
struct grad { double a, b, c, d, e; };
struct grad __enzyme_autodiff(void *, ...);
double f(double a, double b, double c, double d, double e) { return a * b + b * c * c + c * d * d * d - e / a; }
int main(void) {
    struct grad g = __enzyme_autodiff((void *)f, 2.0, 3.0, 5.0, 0.5, 8.0);
    check_close("a", g.a, 5.0, 1e-12);
    check_close("b", g.b, 27.0, 1e-12);
    check_close("c", g.c, 30.125, 1e-12);
    check_close("d", g.d, 3.75, 1e-12);
    check_close("e", g.e, -0.5, 1e-12);
    return 0;
}
