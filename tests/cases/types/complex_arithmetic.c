// C99 complex: product, quotient and conjugate, built from real inputs.
#include <complex.h>
double impedance(double r, double l, double c, double w) {
    double complex zl = r + I * w * l;
    double complex zc = 1.0 / (I * w * c);
    double complex z = zl * zc / (zl + zc);
    return creal(z * conj(z)) + 2.0 * cimag(z);
}
// check: double impedance(double r = 1.5, double l = 0.7, double c = 0.4, double w = 1.3)
// value: 1.9153866839901614
// expect: r = -1.8892958768439162, l = 4.3678553828289787, c = -12.915764635763583, w = -1.6221592971731909
