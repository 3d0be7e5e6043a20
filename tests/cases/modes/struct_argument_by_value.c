// A struct of doubles passed by value is an out: its derivative has the same layout.
// run:
#include "check.h"
struct point { double x, y; };
struct point __enzyme_autodiff(void *, ...);
double area(struct point p) { return p.x * p.x * p.y + p.y; }
int main(void) {
    struct point p = {3.0, 0.5};
    struct point g = __enzyme_autodiff((void *)area, p);
    check_close("dx", g.x, 3.0, 1e-12);
    check_close("dy", g.y, 10.0, 1e-12);
    return 0;
}
