// run:
// A call that is declared to return a number, for functions that have none to return: what is stored and never used is 0,
// also where the optimiser has not removed it.
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static void square(const double *x, double *y) { *y = *x * *x; }
static double cube(const double *x) { return *x * *x * *x; }
static double gradient(const double *x, double *dx) {
    double ignored = __enzyme_autodiff((void *)cube, x, dx);
    return ignored;
}

int main(void) {
    double x = 3, dx = 0, y = 0, dy = 1;
    double result = __enzyme_autodiff((void *)square, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    double other = result;
    (void)other;
    check_close("reverse", dx, 6, 0);
    double again = __enzyme_autodiff((void *)cube, &x, &dx);
    (void)again;
    check_close("added", dx, 33, 0);
    gradient(&x, &dx);
    check_close("in a function", dx, 60, 0);
    double tx = 1, ty = 0;
    double tangent = __enzyme_fwddiff((void *)square, enzyme_dup, &x, &tx, enzyme_dup, &y, &ty);
    (void)tangent;
    check_close("forward", ty, 6, 0);
    return 0;
}
