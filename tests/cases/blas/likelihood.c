// The log-likelihood of a Gaussian process by Cholesky: kernel, factorisation, triangular solve, determinant. Forward
// over reverse gives its Hessian.
// run:
// flags: -llapack -lblas
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_vectors(void *, ...);
void dpotrf_(const char *, const int *, double *, const int *, int *);
void dtrtrs_(const char *, const char *, const char *, const int *, const int *, const double *, const int *, double *,
             const int *, int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);

enum { N = 5 };
static const double place[N] = {0.0, 0.4, 1.1, 1.5, 2.3}, seen[N] = {0.3, -0.2, 0.9, 1.4, 0.1};

double likelihood(const double *t) {
    double K[N * N], r[N];
    int n = N, one = 1, info;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            double d = (place[i] - place[j]) / t[0];
            K[i + j * N] = t[1] * t[1] * exp(-0.5 * d * d) + (i == j ? t[2] : 0);
        }
    for (int i = 0; i < N; ++i)
        r[i] = seen[i] - t[3];
    dpotrf_("L", &n, K, &n, &info);
    if (info != 0)
        return -1e9;
    dtrtrs_("L", "N", "N", &n, &one, K, &n, r, &n, &info);
    double sum = -0.5 * ddot_(&n, r, &one, r, &one);
    for (int i = 0; i < N; ++i)
        sum -= log(K[i + i * N]);
    return sum;
}

void gradient(const double *t, double *g) {
    memset(g, 0, 4 * sizeof *g);
    __enzyme_autodiff((void *)likelihood, enzyme_dup, t, g);
}

int main(void) {
    double t[4] = {0.7, 1.3, 0.2, 0.1}, g[4], h[4][4];
    gradient(t, g);
    for (int i = 0; i < 4; ++i) {
        double v[4] = {0}, up[4], down[4], gu[4], gd[4], unused[4], step = 1e-5;
        v[i] = 1;
        check_close("forward", __enzyme_fwddiff((void *)likelihood, enzyme_dup, t, v), g[i], 1e-10);
        memcpy(up, t, sizeof t), memcpy(down, t, sizeof t);
        up[i] += step, down[i] -= step;
        check_close("differences", (likelihood(up) - likelihood(down)) / (2 * step), g[i], 1e-6);
        memset(h[i], 0, sizeof h[i]);
        __enzyme_fwddiff_vectors((void *)gradient, enzyme_dup, t, v, enzyme_dup, unused, h[i]);
        gradient(up, gu), gradient(down, gd);
        for (int j = 0; j < 4; ++j)
            check_close("hessian", h[i][j], (gu[j] - gd[j]) / (2 * step), 1e-5);
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j)
            check_close("symmetric", h[i][j], h[j][i], 1e-9);
    return 0;
}
