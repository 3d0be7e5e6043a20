// The result struct may nest: {primal, {dx, dy}} has the layout of three doubles.
// run:
#include "check.h"
struct inner { double dx, dy; };
struct outer { double primal; struct inner grad; };
extern int enzyme_primal_return;
struct outer __enzyme_autodiff(void *, ...);
double f(double x, double y) { return x * x * y - y; }
int main(void) {
    struct outer r = __enzyme_autodiff((void *)f, enzyme_primal_return, 3.0, 0.5);
    check_close("primal", r.primal, 4.0, 1e-12);
    check_close("dx", r.grad.dx, 3.0, 1e-12);
    check_close("dy", r.grad.dy, 8.0, 1e-12);
    return 0;
}
