// Gradient and tangents of a linear solve with 64-bit symbols, against differences.
#include <math.h>
#include <stdio.h>
#include <string.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void dgemm_64_(const char *, const char *, const long *, const long *, const long *, const double *, const double *,
               const long *, const double *, const long *, const double *, double *, const long *);
void dgetrf_64_(const long *, const long *, double *, const long *, long *, long *);
void dgetrs_64_(const char *, const long *, const long *, const double *, const long *, const long *, double *, const long *,
                long *);
double cblas_ddot64_(long, const double *, long, const double *, long);

double f(const double *a) {
    double b[9], x[9], one = 1, zero = 0;
    long n = 3, pivots[3], info;
    dgemm_64_("N", "T", &n, &n, &n, &one, a, &n, a, &n, &zero, b, &n);
    memcpy(x, a, sizeof x);
    for (int i = 0; i < 3; ++i)
        b[4 * i] += 1;
    dgetrf_64_(&n, &n, b, &n, pivots, &info);
    dgetrs_64_("T", &n, &n, b, &n, pivots, x, &n, &info);
    return cblas_ddot64_(9, x, 1, a, 1) + cblas_ddot64_(3, x, 3, x + 2, -1);
}

int main(void) {
    double a[9], g[9] = {0}, worst = 0;
    for (int i = 0; i < 9; ++i)
        a[i] = sin(i + 1.0);
    __enzyme_autodiff((void *)f, enzyme_dup, a, g);
    for (int i = 0; i < 9; ++i) {
        double v[9] = {0}, kept = a[i];
        v[i] = 1;
        double t = __enzyme_fwddiff((void *)f, enzyme_dup, a, v);
        a[i] = kept + 1e-6;
        double up = f(a);
        a[i] = kept - 1e-6;
        double difference = (up - f(a)) / 2e-6;
        a[i] = kept;
        worst = fmax(worst, fmax(fabs(t - g[i]), 1e-5 * fabs(difference - g[i])));
    }
    puts(worst < 1e-11 ? "equal" : "different");
}
