// Complex functions and their inverses.
#include <complex.h>
// check: double f(double x = 0.7, double y = 0.4)
// expect: x = 90.6918157019, y = 163.778313829
// tolerance: 1e-7
double f(double x, double y) { double complex z = x + I * y, w = 1.3 - 0.2 * I; double complex s = cexp(z) + clog(z) + csqrt(z) + cpow(z, w) + csin(z) * ccos(z) + ctan(z) + csinh(z) + ccosh(z) + ctanh(z) + conj(z) * z / (z + w) + cproj(z); s += casin(z) + cacos(z) + catan(z) + casinh(z) + cacosh(z + 2) + catanh(z); return creal(s) * cimag(s) + cabs(s) + carg(s); }
