// Complex functions of long double.
#include <complex.h>
// check: long double f(long double x = 0.7, long double y = 0.4)
// expect: x = 19.0192864576, y = 29.2161974406
// tolerance: 1e-7
long double f(long double x, long double y) { long double complex z = x + I * y, w = 1.3L - 0.2L * I; long double complex s = cexpl(z) + clogl(z) + csqrtl(z) + cpowl(z, w) + csinl(z) * z / (z + w) + ctanhl(z); return creall(s) * cimagl(s) + cabsl(s) + cargl(s); }
