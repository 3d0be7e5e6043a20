// The gradient of a Fortran subroutine that calls BLAS and LAPACK, against forward mode and differences.
#include <math.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
void covariance_(double *, double *, double *, int *);
int main(void) {
    double a[9], b[9], da[9] = {0}, db[9] = {0}, y, dy = 1, worst = 0;
    int n = 3;
    for (int i = 0; i < 9; ++i)
        a[i] = sin(i + 1), b[i] = cos(2 * i);
    __enzyme_autodiff((void *)covariance_, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, &y, &dy, enzyme_const, &n);
    for (int i = 0; i < 9; ++i) {
        double kept = a[i], up, down, v[9] = {0}, none[9] = {0}, t = 0;
        a[i] = kept + 1e-6;
        covariance_(a, b, &up, &n);
        a[i] = kept - 1e-6;
        covariance_(a, b, &down, &n);
        a[i] = kept;
        v[i] = 1;
        __enzyme_fwddiff((void *)covariance_, enzyme_dup, a, v, enzyme_dup, b, none, enzyme_dup, &y, &t, enzyme_const, &n);
        worst = fmax(worst, fmax(fabs(t - da[i]), 1e-4 * fabs((up - down) / 2e-6 - da[i])));
    }
    puts(worst < 1e-10 ? "equal" : "different");
}
