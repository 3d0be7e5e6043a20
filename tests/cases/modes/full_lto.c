// The same with full link-time optimisation: markers and static functions survive until the link.
// run:
// flags: -flto=full -fuse-ld=lld
// levels: -O2
#include "check.h"
static int enzyme_const;
double __enzyme_autodiff(void *, ...);
static double f(double x, double k) { return x * x * x * k; }
int main(void) {
    check_close("dx", __enzyme_autodiff((void *)f, 2.0, enzyme_const, 5.0), 60.0, 1e-12);
    return 0;
}
