// The derivative of a routine itself, by its symbol.
// run:
// flags: -lblas
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double cblas_ddot(int, const double *, int, const double *, int);
void cblas_daxpy(int, double, const double *, int, double *, int);
int main(void) {
    double x[2] = {1, 2}, y[2] = {3, 4}, dx[2] = {0}, dy[2] = {0};
    __enzyme_autodiff((void *)cblas_ddot, 2, enzyme_dup, x, dx, 1, enzyme_const, y, 1);
    check_close("dx", dx[1], 4, 1e-12);
    dy[0] = 5, dy[1] = 7;
    double da = __enzyme_autodiff((void *)cblas_daxpy, 2, enzyme_out, 2.0, enzyme_const, x, 1, enzyme_dup, y, dy, 1);
    check_close("alpha", da, 5 * 1 + 7 * 2, 1e-12);
    check_close("value", y[1], 8, 1e-12);
    dx[0] = 1, dx[1] = 0;
    check_close("forward", __enzyme_fwddiff((void *)cblas_ddot, 2, enzyme_dup, x, dx, 1, enzyme_const, y, 1), 5, 1e-12);
    return 0;
}
