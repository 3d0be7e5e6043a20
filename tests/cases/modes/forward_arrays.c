// Forward mode through arrays: shadows of inputs are read, shadows of outputs are stored.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff(void *, ...);
double prefix(const double *x, double *y, int n) {
    double s = 1.0;
    for (int i = 0; i < n; ++i) {
        s *= x[i];
        y[i] = s + x[i];
    }
    return s;
}
int main(void) {
    double x[3] = {2.0, 3.0, 5.0}, tx[3] = {1.0, 0.5, -1.0}, y[3], ty[3] = {77.0, 77.0, 77.0};
    double t = __enzyme_fwddiff((void *)prefix, enzyme_dup, x, tx, enzyme_dup, y, ty, enzyme_const, 3);
    check_close("return", t, 14.0, 1e-12);
    check_close("ty0", ty[0], 2.0, 1e-12);
    check_close("ty1", ty[1], 4.5, 1e-12);
    check_close("ty2", ty[2], 13.0, 1e-12);
    check_close("y2", y[2], 35.0, 1e-12);
    check_close("tx kept", tx[1], 0.5, 0.0);
    return 0;
}
