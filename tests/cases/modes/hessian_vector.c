// Hessian-vector product: forward over reverse on arrays, the usual way to get one.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
double rosenbrock(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i + 1 < n; ++i) {
        double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
        s += 100.0 * a * a + b * b;
    }
    return s;
}
void gradient(const double *x, double *g, int n) { __enzyme_autodiff((void *)rosenbrock, enzyme_dup, x, g, enzyme_const, n); }
int main(void) {
    double x[3] = {0.5, -0.3, 0.8}, v[3] = {1.0, 2.0, -1.0}, g[3] = {0}, hv[3] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, 3);
    check_close("g0", g[0], 109.0, 1e-12);
    check_close("g1", g[1], -27.4, 1e-12);
    check_close("g2", g[2], 142.0, 1e-12);
    check_close("hv0", hv[0], 22.0, 1e-11);
    check_close("hv1", hv[1], -340.0, 1e-12);
    check_close("hv2", hv[2], 40.0, 1e-12);
    return 0;
}
