// Derivatives of derivatives of routines: forward over reverse, reverse over forward, reverse over reverse.
// run:
// flags: -lblas
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
double cblas_ddot(int, const double *, int, const double *, int);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);

enum { N = 3, SQUARE = N * N };

// tr(A A A) and the square of the solution with the triangle of A
double f(const double *a) {
    double b[SQUARE], c[SQUARE] = {0}, x[SQUARE];
    memcpy(x, a, sizeof x);
    cblas_dgemm(102, 111, 111, N, N, N, 1.0, a, N, a, N, 0.0, b, N);
    cblas_dgemm(102, 111, 111, N, N, N, 0.5, b, N, a, N, 1.0, c, N);
    cblas_dtrsm(102, 141, 122, 111, 131, N, N, 2.0, a, N, x, N);
    return c[0] + c[4] + c[8] + cblas_ddot(SQUARE, x, 1, x, 1);
}
void gradient(const double *a, double *g) {
    memset(g, 0, SQUARE * sizeof *g);
    __enzyme_autodiff((void *)f, enzyme_dup, a, g);
}
double slope(const double *a, const double *v) { return __enzyme_fwddiff((void *)f, enzyme_dup, a, v); }
double first(const double *a, int i) {
    double g[SQUARE];
    gradient(a, g);
    return g[i];
}

int main(void) {
    double a[SQUARE] = {2.0, 0.4, -0.3, 0.7, 1.8, 0.2, -0.6, 0.9, 2.5}, unused[SQUARE];
    for (int i = 0; i < SQUARE; ++i) {
        double v[SQUARE] = {0}, h[SQUARE] = {0}, r[SQUARE] = {0}, s[SQUARE] = {0}, up[SQUARE], down[SQUARE], gu[SQUARE],
               gd[SQUARE], step = 1e-5;
        v[i] = 1;
        __enzyme_fwddiff_void((void *)gradient, enzyme_dup, a, v, enzyme_dup, unused, h);
        __enzyme_autodiff((void *)slope, enzyme_dup, a, r, enzyme_const, v);
        __enzyme_autodiff((void *)first, enzyme_dup, a, s, enzyme_const, i);
        memcpy(up, a, sizeof a), memcpy(down, a, sizeof a);
        up[i] += step, down[i] -= step;
        gradient(up, gu), gradient(down, gd);
        for (int j = 0; j < SQUARE; ++j) {
            check_close("differences", h[j], (gu[j] - gd[j]) / (2 * step), 1e-5);
            check_close("reverse over forward", r[j], h[j], 1e-9);
            check_close("reverse over reverse", s[j], h[j], 1e-9);
        }
    }
    return 0;
}
