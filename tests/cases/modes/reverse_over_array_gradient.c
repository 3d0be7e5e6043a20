// Reverse over reverse on arrays: a row of the Hessian from the gradient's own gradient.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double form(const double *x) { return x[0] * x[0] * x[1] + x[1] * x[1] * x[1] * x[2]; }
double grad_component(const double *x, int k) {
    double g[3] = {0};
    __enzyme_autodiff((void *)form, enzyme_dup, x, g);
    return g[k];
}
int main(void) {
    double x[3] = {2.0, 3.0, 5.0};
    double want[3][3] = {{6.0, 4.0, 0.0}, {4.0, 90.0, 27.0}, {0.0, 27.0, 0.0}};
    for (int k = 0; k < 3; ++k) {
        double h[3] = {0};
        __enzyme_autodiff((void *)grad_component, enzyme_dup, x, h, enzyme_const, k);
        for (int i = 0; i < 3; ++i)
            check_close("hessian", h[i], want[k][i], 1e-12);
    }
    return 0;
}
