// A full Hessian by reverse over reverse through calls that are not inlined and a cached loop.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double term(double a, double b) { return exp(0.5 * a) * b * b; }
double objective(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += term(x[i], x[(i + 1) % n]);
    return s;
}
double directional(const double *x, const double *v, int n) {
    double g[3] = {0}, s = 0.0;
    __enzyme_autodiff((void *)objective, enzyme_dup, x, g, enzyme_const, n);
    for (int i = 0; i < n; ++i)
        s += g[i] * v[i];
    return s;
}
int main(void) {
    double x[3] = {0.4, -0.7, 1.1}, e[3];
    for (int i = 0; i < 3; ++i)
        e[i] = exp(0.5 * x[i]);
    for (int i = 0; i < 3; ++i) {
        double v[3] = {0}, h[3] = {0};
        v[i] = 1.0;
        __enzyme_autodiff((void *)directional, enzyme_dup, x, h, enzyme_const, v, enzyme_const, 3);
        int next = (i + 1) % 3, prev = (i + 2) % 3;
        check_close("diagonal", h[i], 0.25 * e[i] * x[next] * x[next] + 2.0 * e[prev], 1e-12);
        check_close("next", h[next], e[i] * x[next], 1e-12);
        check_close("previous", h[prev], e[prev] * x[i], 1e-12);
    }
    return 0;
}
