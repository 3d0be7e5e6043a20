// Arrays of complex numbers, seen as pairs of doubles by the caller.
#include <complex.h>
double poly_abs2(const double *c, double re, double im) {
    const double complex *coeff = (const double complex *)c;
    double complex z = re + I * im, p = 0.0;
    for (int i = 2; i >= 0; --i)
        p = p * z + coeff[i];
    return creal(p) * creal(p) + 2.0 * cimag(p) * cimag(p);
}
// check: double poly_abs2(double *c = {0.5, -0.3, 1.2, 0.4, -0.7, 0.9}, double re = 0.6, double im = -0.8)
// value: 7.48
// expect: c = {5.2, -2.4, 5.04, 2.72, 0.848, 5.664}, re = 3.12, im = -17.84
