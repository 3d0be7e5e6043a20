// Complex sines, powers and roots, the latter left of the imaginary axis too, and the float forms, which pass a vector.
#include <complex.h>
double trigonometric(double x, double y) {
    double complex z = x + I * y;
    double complex a = csin(z), b = ccos(z), c = ctan(z), d = csinh(z), e = ccosh(z), f = ctanh(z);
    return creal(a) + 2.0 * cimag(a) + 0.5 * creal(b) + cimag(b) + creal(c) - cimag(c) + 2.0 * creal(d) + cimag(d)
        - creal(e) + cimag(e) + creal(f) + 3.0 * cimag(f);
}
// check: double trigonometric(double x = 0.6, double y = -0.9)
// value: -0.86219878472493816
// expect: x = 7.2312369646526218, y = 2.0929625855166183

double powers(double x, double y) {
    double complex z = x + I * y;
    double complex a = csqrt(z), b = cpow(z, 0.7 + 0.3 * I), c = clog(z), d = cexp(z);
    return creal(a) + 2.0 * cimag(a) + creal(b) - cimag(b) + creal(c) + cimag(c) + creal(d) + 0.5 * cimag(d);
}
// check: double powers(double x = -1.2, double y = 0.4)
// value: 5.1104530780463584
// expect: x = -1.0761746464887152, y = -0.07093512394702281

float narrow(float x, float y) {
    float complex z = x + I * y;
    float complex a = csqrtf(z), b = cexpf(z);
    return crealf(a) + 2.0f * cimagf(a) + crealf(b) + 0.5f * cimagf(b) + cabsf(z) + cargf(z);
}
// check: float narrow(float x = -1.25, float y = -0.5)
// value: -3.29134512
// expect: x = 0.457925862, y = -1.05813885
