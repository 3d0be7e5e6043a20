// Second derivatives of loops that look for the best, and of loops whose elements are variables; also where adjoints are 0.
// run:
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_void(void *, ...);

enum { N = 3, INPUTS = N * N + N };

// The adjoint of `best` is x[0], which is 0.
__attribute__((noinline)) static double best_times(int n, const double *x) {
    double best = 1e9;
    for (int i = 0; i < n; ++i) {
        double value = 1;
        for (int j = 0; j < n; ++j)
            value += (x[N + i * n + j] - x[j]) * x[N + i * n + j] * x[N + j];
        if (value < best)
            best = value;
    }
    return x[0] * best;
}

static double f(const double *x) {
    double a[N * N], b[N];
    memcpy(a, x + N, sizeof a);
    memcpy(b, x, sizeof b);
    double sum = best_times(N, x);
    for (int k = 0; k < N; ++k)
        for (int i = k + 1; i < N; ++i) {
            a[i * N + k] /= a[k * N + k];
            for (int j = k + 1; j < N; ++j)
                a[i * N + j] -= a[i * N + k] * a[k * N + j];
        }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j)
            b[i] -= a[i * N + j] * b[j];
    for (int i = 0; i < N; ++i)
        sum += b[i] * a[i * N + i] * (i + 1);
    return sum;
}

static void gradient(const double *x, double *g) {
    memset(g, 0, INPUTS * sizeof *g);
    __enzyme_autodiff((void *)f, enzyme_dup, x, g);
}
static double slope(const double *x, const double *v) { return __enzyme_fwddiff((void *)f, enzyme_dup, x, v); }
static double first(const double *x, int i) {
    double g[INPUTS];
    gradient(x, g);
    return g[i];
}

int main(void) {
    double x[INPUTS] = {0, 0.5, 0, 2.0, 0.4, -0.3, 0.7, 1.8, 0.2, -0.6, 0.9, 2.5}, unused[INPUTS];
    for (int i = 0; i < INPUTS; ++i) {
        double v[INPUTS] = {0}, h[INPUTS] = {0}, r[INPUTS] = {0}, s[INPUTS] = {0}, up[INPUTS], down[INPUTS], gu[INPUTS],
               gd[INPUTS], step = 1e-5;
        v[i] = 1;
        __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, unused, h);
        __enzyme_autodiff((void *)slope, enzyme_dup, x, r, enzyme_const, v);
        __enzyme_autodiff((void *)first, enzyme_dup, x, s, enzyme_const, i);
        memcpy(up, x, sizeof x), memcpy(down, x, sizeof x);
        up[i] += step, down[i] -= step;
        gradient(up, gu), gradient(down, gd);
        for (int j = 0; j < INPUTS; ++j) {
            check_close("differences", h[j], (gu[j] - gd[j]) / (2 * step), 1e-5);
            check_close("reverse over forward", r[j], h[j], 1e-9);
            check_close("reverse over reverse", s[j], h[j], 1e-9);
        }
        check_close("a derivative that is not 0", i ? 1 : h[INPUTS - 1] != 0 || h[N] != 0, 1, 0);
    }
    return 0;
}
