// The shadow of an overwritten output is zero after the sweep: the seed is used exactly once.
// run:
#include "check.h"
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
void store_only(const double *x, double *y) {
    y[0] = 4.0 * x[0];
    y[1] += x[0] * x[0];
}
int main(void) {
    double x = 3.0, dx = 0.0, y[2] = {7.0, 1.0}, dy[2] = {2.0, 5.0};
    __enzyme_autodiff((void *)store_only, enzyme_dup, &x, &dx, enzyme_dup, y, dy);
    check_close("dx", dx, 38.0, 1e-12);
    check_close("overwritten seed", dy[0], 0.0, 0.0);
    check_close("accumulated seed stays", dy[1], 5.0, 0.0);
    check_close("primal y0", y[0], 12.0, 1e-12);
    check_close("primal y1", y[1], 10.0, 1e-12);
    return 0;
}
