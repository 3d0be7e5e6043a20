// Complex functions on their cuts, where the sign of a zero says which side is meant: the derivative is that of the side.
#include <complex.h>
static double complex z(double x, double y) { return __builtin_complex(x, y); }
static double sum(double complex w) { return creal(w) + 2 * cimag(w); }
// check: double of_csqrt(double x = -4.0, double y = 0.0)
// expect: x = -0.5, y = 0.25
// differences: off (on the cut)
// check: double of_csqrt(double x = -4.0, double y = -0.0)
// expect: x = 0.5, y = -0.25
// differences: off (on the cut)
double of_csqrt(double x, double y) { return sum(csqrt(z(x, y))); }
// check: double of_clog(double x = -2.0, double y = 0.0)
// expect: x = -0.5, y = -1
// differences: off (on the cut)
// check: double of_clog(double x = -2.0, double y = -0.0)
// expect: x = -0.5, y = -1
// differences: off (on the cut)
double of_clog(double x, double y) { return sum(clog(z(x, y))); }
// check: double of_cpow(double x = -2.0, double y = 0.0)
// expect: x = 6.09386537688, y = 2.9885187363
// differences: off (on the cut)
// check: double of_cpow(double x = -2.0, double y = -0.0)
// expect: x = -1.34488203403, y = 1.38664823333
// differences: off (on the cut)
double of_cpow(double x, double y) { return sum(cpow(z(x, y), 1.3 - 0.2 * I)); }
// check: double of_casin(double x = 2.0, double y = 0.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
// check: double of_casin(double x = 2.0, double y = -0.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
// check: double of_casin(double x = -2.0, double y = 0.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
// check: double of_casin(double x = -2.0, double y = -0.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
double of_casin(double x, double y) { return sum(casin(z(x, y))); }
// check: double of_cacos(double x = 2.0, double y = 0.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
// check: double of_cacos(double x = 2.0, double y = -0.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
// check: double of_cacos(double x = -2.0, double y = 0.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
// check: double of_cacos(double x = -2.0, double y = -0.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
double of_cacos(double x, double y) { return sum(cacos(z(x, y))); }
// check: double of_casinh(double x = 0.0, double y = 2.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
// check: double of_casinh(double x = -0.0, double y = 2.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
// check: double of_casinh(double x = 0.0, double y = -2.0)
// expect: x = 1.15470053838, y = -0.57735026919
// differences: off (on the cut)
// check: double of_casinh(double x = -0.0, double y = -2.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
double of_casinh(double x, double y) { return sum(casinh(z(x, y))); }
// check: double of_cacosh(double x = -3.0, double y = 0.0)
// expect: x = -0.353553390593, y = -0.707106781187
// differences: off (on the cut)
// check: double of_cacosh(double x = -3.0, double y = -0.0)
// expect: x = -0.353553390593, y = -0.707106781187
// differences: off (on the cut)
// check: double of_cacosh(double x = 0.5, double y = 0.0)
// expect: x = -2.30940107676, y = 1.15470053838
// differences: off (on the cut)
// check: double of_cacosh(double x = 0.5, double y = -0.0)
// expect: x = 2.30940107676, y = -1.15470053838
// differences: off (on the cut)
double of_cacosh(double x, double y) { return sum(cacosh(z(x, y))); }
// check: double of_catanh(double x = 2.0, double y = 0.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catanh(double x = 2.0, double y = -0.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catanh(double x = -2.0, double y = 0.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catanh(double x = -2.0, double y = -0.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
double of_catanh(double x, double y) { return sum(catanh(z(x, y))); }
// check: double of_catan(double x = 0.0, double y = 2.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catan(double x = -0.0, double y = 2.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catan(double x = 0.0, double y = -2.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
// check: double of_catan(double x = -0.0, double y = -2.0)
// expect: x = -0.333333333333, y = -0.666666666667
// differences: off (on the cut)
double of_catan(double x, double y) { return sum(catan(z(x, y))); }
