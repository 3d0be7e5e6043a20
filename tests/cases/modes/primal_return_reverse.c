// enzyme_primal_return in reverse mode: the primal first, then one field per out.
// run:
#include "check.h"
struct result { double primal, dx, dy; };
struct single { double primal, dx; };
extern int enzyme_primal_return, enzyme_const;
struct result __enzyme_autodiff_both(void *, ...);
struct single __enzyme_autodiff_one(void *, ...);
double f(double x, double y) { return x * x * x + 2.0 * x * y; }
int main(void) {
    struct result r = __enzyme_autodiff_both((void *)f, enzyme_primal_return, 2.0, 5.0);
    check_close("primal", r.primal, 28.0, 1e-12);
    check_close("dx", r.dx, 22.0, 1e-12);
    check_close("dy", r.dy, 4.0, 1e-12);
    struct single s = __enzyme_autodiff_one((void *)f, enzyme_primal_return, 2.0, enzyme_const, 5.0);
    check_close("primal", s.primal, 28.0, 1e-12);
    check_close("dx", s.dx, 22.0, 1e-12);
    return 0;
}
