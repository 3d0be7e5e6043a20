// enzyme_primal_return in forward mode: {primal, tangent}.
// run:
#include "check.h"
struct pair { double value, tangent; };
extern int enzyme_primal_return;
struct pair __enzyme_fwddiff_pair(void *, ...);
double f(double x, double y) { return x * y + x; }
int main(void) {
    struct pair p = __enzyme_fwddiff_pair((void *)f, enzyme_primal_return, 3.0, 1.0, 4.0, 10.0);
    check_close("value", p.value, 15.0, 1e-12);
    check_close("tangent", p.tangent, 35.0, 1e-12);
    return 0;
}
