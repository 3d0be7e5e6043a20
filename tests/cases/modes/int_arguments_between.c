// Integers, booleans, chars and long arguments between active ones are constant without a marker.
// run:
#include <stdbool.h>
#include "check.h"
struct grad { double dx, dy; };
struct grad __enzyme_autodiff(void *, ...);
double f(int a, double x, bool flip, char c, double y, long n) { return (flip ? -x : x) * a * y + c * y * y + n * x; }
int main(void) {
    struct grad g = __enzyme_autodiff((void *)f, 3, 2.0, true, (char)4, 0.5, 100L);
    check_close("dx", g.dx, 98.5, 1e-12);
    check_close("dy", g.dy, -2.0, 1e-12);
    return 0;
}
