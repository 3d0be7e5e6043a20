// Second derivatives of loops over neighbours and over rings, also where adjoints are 0.
// run:
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_void(void *, ...);

enum { N = 8 };

static double f(const double *x) {
    double y[N], sum = 0;
    for (int i = 0; i < N; ++i)
        y[i] = x[i] + 0.3 * x[(i + 1) % N] * x[(i + N - 1) % N];
    for (int i = 0; i + 2 < N; ++i)
        sum += y[i] * y[i + 1] * y[i + 2] * x[i];
    for (int i = 1; i < N; ++i)
        y[i] += 0.2 * y[i - 1] * y[i - 1] * x[i];
    return sum + y[N - 1] * y[0];
}

static void gradient(const double *x, double *g) {
    memset(g, 0, N * sizeof *g);
    __enzyme_autodiff((void *)f, enzyme_dup, x, g);
}
static double slope(const double *x, const double *v) { return __enzyme_fwddiff((void *)f, enzyme_dup, x, v); }
static double first(const double *x, int i) {
    double g[N];
    gradient(x, g);
    return g[i];
}

int main(void) {
    double x[N] = {0.5, 0, -0.4, 0.3, 0.3, 0, 0, 0.9}, unused[N], largest = 0;
    for (int i = 0; i < N; ++i) {
        double v[N] = {0}, h[N] = {0}, r[N] = {0}, s[N] = {0}, d[N] = {0}, up[N], down[N], gu[N], gd[N], step = 1e-5;
        v[i] = 1;
        double dv[N] = {0};
        __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, unused, h);
        __enzyme_autodiff((void *)slope, enzyme_dup, x, r, enzyme_const, v);
        __enzyme_autodiff((void *)first, enzyme_dup, x, s, enzyme_const, i);
        for (int j = 0; j < N; ++j) {
            double w[N] = {0};
            w[j] = 1;
            d[j] = __enzyme_fwddiff((void *)slope, enzyme_dup, x, w, enzyme_dup, v, dv);
        }
        memcpy(up, x, sizeof x), memcpy(down, x, sizeof x);
        up[i] += step, down[i] -= step;
        gradient(up, gu), gradient(down, gd);
        for (int j = 0; j < N; ++j) {
            check_close("differences", h[j], (gu[j] - gd[j]) / (2 * step), 1e-5);
            check_close("reverse over forward", r[j], h[j], 1e-9);
            check_close("reverse over reverse", s[j], h[j], 1e-9);
            check_close("forward over forward", d[j], h[j], 1e-9);
            largest = fabs(h[j]) > largest ? fabs(h[j]) : largest;
        }
    }
    check_true("a second derivative that is not 0", largest > 0.1);
    return 0;
}
