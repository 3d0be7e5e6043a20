// Second derivative of an in-place computation: overwritten values are needed twice over.
#include <math.h>
void __enzyme_autodiff_inner(void *, ...);
static double work(double *x) {
    for (int i = 0; i < 2; ++i)
        x[i] = x[i] * x[1 - i] + x[i];
    return x[0] * x[1];
}
double gradient_norm(double a, double b) {
    double x[2] = {a, b}, g[2] = {0.0, 0.0};
    __enzyme_autodiff_inner((void *)work, x, g);
    return g[0] * g[0] + 2.0 * g[1] * g[1];
}
// check: double gradient_norm(double a = 0.7, double b = 1.2)
// value: 223.73472032000000
// expect: a = 765.94867200000000, b = 580.65550080000000
