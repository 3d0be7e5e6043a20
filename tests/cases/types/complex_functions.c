// Complex library functions: cexp, cabs, carg, csqrt and clog of active arguments.
#include <complex.h>
double analytic(double x, double y) {
    double complex z = x + I * y;
    double complex w = cexp(z * 0.5) * csqrt(z) + clog(z);
    return cabs(w) + carg(z) * creal(w) + cimag(z * z);
}
// check: double analytic(double x = 0.8, double y = 1.3)
// value: 6.2083309534482417
// expect: x = 4.1442996594449766, y = 2.6774540584836375
