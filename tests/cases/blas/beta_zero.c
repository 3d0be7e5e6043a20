// With beta 0 the old content is not read: NaN there reaches neither values nor derivatives. Constant operands have no shadow.
// run:
// flags: -lblas
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *, const double *, const int *,
            const double *, double *, const int *);

double product(const double *a, const double *b, double scale) {
    double c[4] = {NAN, NAN, NAN, NAN}, y[2] = {NAN, NAN}, x[2] = {1, 2}, zero = 0, one = 1;
    int n = 2, step = 1;
    dgemm_("N", "N", &n, &n, &n, &scale, a, &n, b, &n, &zero, c, &n);
    dgemv_("T", &n, &n, &one, c, &n, x, &step, &zero, y, &step);
    return y[0] + 10 * y[1];
}

int main(void) {
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, da[4] = {0}, db[4] = {0}, v[4] = {1, 0, 0, 0};
    // y = C' x; C = s A B: y_j = s sum_ik x_i A_ik B_kj, x' A = {5, 11}
    check_close("value", product(a, b, 2), 2 * (5 * 5 + 11 * 6 + 10 * (5 * 7 + 11 * 8)), 1e-12);
    double ds = __enzyme_autodiff((void *)product, enzyme_dup, a, da, enzyme_const, b, enzyme_out, 2.0);
    check_close("scale", ds, 5 * 5 + 11 * 6 + 10 * (5 * 7 + 11 * 8), 1e-12);
    check_close("a0", da[0], 2 * (5 + 70), 1e-12);
    check_close("a3", da[3], 2 * 2 * (6 + 80), 1e-12);
    __enzyme_autodiff((void *)product, enzyme_const, a, enzyme_dup, b, db, enzyme_const, 2.0);
    check_close("b0", db[0], 2 * 5, 1e-12);
    check_close("b3", db[3], 2 * 110, 1e-12);
    double t = __enzyme_fwddiff((void *)product, enzyme_dup, a, v, enzyme_const, b, enzyme_const, 2.0);
    check_close("forward a0", t, 2 * (5 + 70), 1e-12);
    t = __enzyme_fwddiff((void *)product, enzyme_const, a, enzyme_dup, b, v, enzyme_const, 2.0);
    check_close("forward b0", t, 2 * 5, 1e-12);
    return 0;
}
