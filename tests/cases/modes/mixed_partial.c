// Mixed second partials of a function of two variables agree in both orders.
// run:
#include <math.h>
#include "check.h"
struct grad { double dx, dy; };
extern int enzyme_const, enzyme_out;
double __enzyme_autodiff(void *, ...);
struct grad __enzyme_autodiff_grad(void *, ...);
double __enzyme_fwddiff(void *, ...);
double g(double x, double y) { return x * x * x * y * y + sin(x * y); }
double gx(double x, double y) { return __enzyme_autodiff((void *)g, enzyme_out, x, enzyme_const, y); }
double gy(double x, double y) { return __enzyme_fwddiff((void *)g, enzyme_const, x, y, 1.0); }
int main(void) {
    struct grad h = __enzyme_autodiff_grad((void *)gx, 1.2, 0.7);
    check_close("gxx", h.dx, 3.1631248712142789, 1e-11);
    check_close("gxy", h.dy, 6.0899626050657863, 1e-11);
    struct grad k = __enzyme_autodiff_grad((void *)gy, 1.2, 0.7);
    check_close("gyx", k.dx, 6.0899626050657863, 1e-11);
    check_close("gyy", k.dy, 2.3837139072419626, 1e-11);
    check_close("forward over reverse", __enzyme_fwddiff((void *)gx, 1.2, 1.0, 0.7, 1.0), 9.2530874762800652, 1e-11);
    return 0;
}
