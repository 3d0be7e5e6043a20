// The derivative call sits inside a loop and steers it: 200 steps reach the minimum.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double bowl(const double *p) {
    double u = p[0] - 1.0, v = p[1] + 2.0;
    return u * u + 0.5 * v * v + 0.25 * u * v + 3.0;
}
int main(void) {
    double p[2] = {5.0, 5.0};
    for (int it = 0; it < 200; ++it) {
        double g[2] = {0};
        __enzyme_autodiff((void *)bowl, enzyme_dup, p, g);
        for (int k = 0; k < 2; ++k)
            p[k] -= 0.4 * g[k];
    }
    check_close("x", p[0], 1.0, 1e-9);
    check_close("y", p[1], -2.0, 1e-9);
    check_close("minimum", bowl(p), 3.0, 1e-12);
    return 0;
}
