// At a tie, max and min give the derivative of one side: the two shares are 0 and 1.
// run:
#include <math.h>
#include "check.h"
struct grad { double dx, dy; };
struct grad __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double larger(double x, double y) { return fmax(x, y); }
double smaller(double x, double y) { return fmin(x, y); }
double by_hand(double x, double y) { return x > y ? x : y; }
static void one_side(const char *name, struct grad g) {
    check_close(name, g.dx + g.dy, 1.0, 0.0);
    check_close(name, g.dx * g.dy, 0.0, 0.0);
}
int main(void) {
    one_side("fmax", __enzyme_autodiff((void *)larger, 2.0, 2.0));
    one_side("fmin", __enzyme_autodiff((void *)smaller, 2.0, 2.0));
    one_side("ternary", __enzyme_autodiff((void *)by_hand, 2.0, 2.0));
    check_close("fmax forward", __enzyme_fwddiff((void *)larger, 2.0, 3.0, 2.0, 3.0), 3.0, 0.0);
    check_close("fmin forward", __enzyme_fwddiff((void *)smaller, 2.0, 3.0, 2.0, 3.0), 3.0, 0.0);
    return 0;
}
