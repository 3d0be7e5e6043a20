// A derivative inside a helper that is called from several places with different data.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static double objective(const double *x, int n, double p) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += exp(p * x[i]);
    return s;
}
static void gradient(const double *x, double *g, int n, double p) {
    for (int i = 0; i < n; ++i)
        g[i] = 0.0;
    __enzyme_autodiff((void *)objective, enzyme_dup, x, g, enzyme_const, n, enzyme_const, p);
}
int main(void) {
    double x[4] = {0.1, -0.2, 0.3, 0.7}, g[4];
    gradient(x, g, 4, 2.0);
    for (int i = 0; i < 4; ++i)
        check_close("p = 2", g[i], 2.0 * exp(2.0 * x[i]), 1e-12);
    gradient(x, g, 2, -1.0);
    for (int i = 0; i < 2; ++i)
        check_close("p = -1", g[i], -exp(-x[i]), 1e-12);
    check_close("outside the range", g[3], 2.0 * exp(2.0 * x[3]), 1e-12);
    return 0;
}
