// Several directions at once, and the two halves of split mode, with routines that overwrite what they read.
// run:
// flags: -llapack -lblas
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_width;
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
void __enzyme_autodiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void dgetrf_(int *, int *, double *, int *, int *, int *);
void dgetrs_(char *, int *, int *, double *, int *, int *, double *, int *, int *);
double cblas_ddot(int, const double *, int, const double *, int);

double f(const double *a, const double *b) {
    double m[9], x[3];
    int pivots[3], n = 3, one = 1, info;
    memcpy(m, a, sizeof m);
    memcpy(x, b, sizeof x);
    dgetrf_(&n, &n, m, &n, pivots, &info);
    dgetrs_("N", &n, &one, m, &n, pivots, x, &n, &info);
    cblas_dtrsm(101, 141, 121, 111, 131, 3, 1, 1.5, a, 3, x, 1);
    return cblas_ddot(3, x, 1, b, 1);
}
void stored(const double *a, const double *b, double *out) { *out = f(a, b); }

int main(void) {
    double a[9] = {0.1, 2, -1, 1.5, 0.3, 1, -2, 0.7, 0.2}, b[3] = {1, -0.5, 2}, ga[9] = {0}, gb[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, a, ga, enzyme_dup, b, gb);
    double none[3] = {0}, a1[9] = {0}, a2[9] = {0}, b1[3] = {0}, b2[3] = {0}, out, o1 = 1, o2 = 2;
    __enzyme_autodiff((void *)stored, enzyme_width, 2, enzyme_dup, a, a1, a2, enzyme_dup, b, b1, b2, enzyme_dup, &out, &o1, &o2);
    double a3[9] = {0}, b3[3] = {0}, o3 = 1;
    void *tape = __enzyme_augmentfwd((void *)stored, enzyme_dup, a, a3, enzyme_dup, b, b3, enzyme_dup, &out, &o3);
    __enzyme_reverse((void *)stored, enzyme_dup, a, a3, enzyme_dup, b, b3, enzyme_dup, &out, &o3, tape);
    for (int i = 0; i < 9; ++i) {
        double v[9] = {0}, w[9] = {0}, kept = a[i];
        v[i] = 1, w[(i + 1) % 9] = 3;
        struct two t = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, a, v, w, enzyme_dup, b, none, none);
        check_close("lane 1", t.a, ga[i], 1e-10);
        check_close("lane 2", t.b, 3 * ga[(i + 1) % 9], 1e-10);
        check_close("reverse lane 1", a1[i], ga[i], 1e-12);
        check_close("reverse lane 2", a2[i], 2 * ga[i], 1e-12);
        check_close("halves", a3[i], ga[i], 1e-12);
        a[i] = kept + 1e-6;
        double up = f(a, b);
        a[i] = kept - 1e-6;
        double down = f(a, b);
        a[i] = kept;
        check_close("differences", (up - down) / 2e-6, ga[i], 1e-5);
    }
    return 0;
}
