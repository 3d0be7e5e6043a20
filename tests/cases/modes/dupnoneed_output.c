// enzyme_dupnoneed: the shadow is right although the primal output need not be produced.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_dupnoneed, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
void cubes(const double *x, double *y, int n) {
    for (int i = 0; i < n; ++i)
        y[i] = x[i] * x[i] * x[i];
}
int main(void) {
    double x[3] = {1.0, 2.0, -3.0}, dx[3] = {0}, y[3] = {0}, dy[3] = {1.0, 0.5, 2.0};
    __enzyme_autodiff((void *)cubes, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 3);
    check_close("reverse dx0", dx[0], 3.0, 1e-12);
    check_close("reverse dx1", dx[1], 6.0, 1e-12);
    check_close("reverse dx2", dx[2], 54.0, 1e-12);
    double tx[3] = {1.0, -1.0, 2.0}, ty[3] = {9.0, 9.0, 9.0};
    __enzyme_fwddiff((void *)cubes, enzyme_dup, x, tx, enzyme_dupnoneed, y, ty, enzyme_const, 3);
    check_close("forward ty0", ty[0], 3.0, 1e-12);
    check_close("forward ty1", ty[1], -12.0, 1e-12);
    check_close("forward ty2", ty[2], 54.0, 1e-12);
    return 0;
}
