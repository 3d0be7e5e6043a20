// Complex functions on the axes, and at zeros of either sign.
#include <complex.h>
static double complex z(double x, double y) { return __builtin_complex(x, y); }
static double sum(double complex w) { return creal(w) + 2 * cimag(w); }
// check: double of_csqrt(double x = 4.0, double y = 0.0)
// expect: x = 0.25, y = 0.5
// check: double of_csqrt(double x = 4.0, double y = -0.0)
// expect: x = 0.25, y = 0.5
// check: double of_csqrt(double x = 0.0, double y = 1.0)
// expect: x = -0.353553390593, y = 1.06066017178
// check: double of_csqrt(double x = -0.0, double y = 1.0)
// expect: x = -0.353553390593, y = 1.06066017178
// check: double of_csqrt(double x = 0.0, double y = -1.0)
// expect: x = 1.06066017178, y = 0.353553390593
// check: double of_csqrt(double x = -0.0, double y = -1.0)
// expect: x = 1.06066017178, y = 0.353553390593
double of_csqrt(double x, double y) { return sum(csqrt(z(x, y))); }
// check: double of_clog(double x = 2.0, double y = 0.0)
// expect: x = 0.5, y = 1
// check: double of_clog(double x = 0.0, double y = 2.0)
// expect: x = -1, y = 0.5
// check: double of_clog(double x = -0.0, double y = -2.0)
// expect: x = 1, y = -0.5
double of_clog(double x, double y) { return sum(clog(z(x, y))); }
// check: double of_cpow(double x = 2.0, double y = 0.0)
// expect: x = 0.621045091439, y = 3.56724701902
// check: double of_cpow(double x = 0.0, double y = 2.0)
// expect: x = 2.97486785273, y = 3.96560942534
// check: double of_cpow(double x = -0.0, double y = -2.0)
// expect: x = -0.778712276307, y = 2.52747739295
double of_cpow(double x, double y) { return sum(cpow(z(x, y), 1.3 - 0.2 * I)); }
// check: double of_casin(double x = 0.5, double y = 0.0)
// expect: x = 1.15470053838, y = 2.30940107676
// check: double of_casin(double x = 0.0, double y = 2.0)
// expect: x = 0.4472135955, y = 0.894427191
// check: double of_casin(double x = -0.0, double y = -2.0)
// expect: x = 0.4472135955, y = 0.894427191
// check: double of_casin(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_casin(double x, double y) { return sum(casin(z(x, y))); }
// check: double of_cacos(double x = 0.5, double y = -0.0)
// expect: x = -1.15470053838, y = -2.30940107676
// check: double of_cacos(double x = 0.0, double y = 2.0)
// expect: x = -0.4472135955, y = -0.894427191
// check: double of_cacos(double x = -0.0, double y = -2.0)
// expect: x = -0.4472135955, y = -0.894427191
// check: double of_cacos(double x = 0.0, double y = 0.0)
// expect: x = -1, y = -2
double of_cacos(double x, double y) { return sum(cacos(z(x, y))); }
// check: double of_casinh(double x = 2.0, double y = 0.0)
// expect: x = 0.4472135955, y = 0.894427191
// check: double of_casinh(double x = -2.0, double y = -0.0)
// expect: x = 0.4472135955, y = 0.894427191
// check: double of_casinh(double x = 0.0, double y = 0.5)
// expect: x = 1.15470053838, y = 2.30940107676
// check: double of_casinh(double x = -0.0, double y = 0.5)
// expect: x = 1.15470053838, y = 2.30940107676
// check: double of_casinh(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_casinh(double x, double y) { return sum(casinh(z(x, y))); }
// check: double of_cacosh(double x = 3.0, double y = 0.0)
// expect: x = 0.353553390593, y = 0.707106781187
// check: double of_cacosh(double x = 0.0, double y = 2.0)
// expect: x = -0.894427191, y = 0.4472135955
// check: double of_cacosh(double x = -0.0, double y = -2.0)
// expect: x = 0.894427191, y = -0.4472135955
double of_cacosh(double x, double y) { return sum(cacosh(z(x, y))); }
// check: double of_catanh(double x = 0.5, double y = 0.0)
// expect: x = 1.33333333333, y = 2.66666666667
// check: double of_catanh(double x = 0.0, double y = 2.0)
// expect: x = 0.2, y = 0.4
// check: double of_catanh(double x = -0.0, double y = -2.0)
// expect: x = 0.2, y = 0.4
// check: double of_catanh(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_catanh(double x, double y) { return sum(catanh(z(x, y))); }
// check: double of_catan(double x = 0.0, double y = 0.5)
// expect: x = 1.33333333333, y = 2.66666666667
// check: double of_catan(double x = 2.0, double y = 0.0)
// expect: x = 0.2, y = 0.4
// check: double of_catan(double x = -2.0, double y = -0.0)
// expect: x = 0.2, y = 0.4
// check: double of_catan(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_catan(double x, double y) { return sum(catan(z(x, y))); }
// check: double of_csin(double x = 0.5, double y = 0.0)
// expect: x = 0.87758256189, y = 1.75516512378
// check: double of_csin(double x = 0.0, double y = 2.0)
// expect: x = 3.76219569108, y = 7.52439138217
// check: double of_csin(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_csin(double x, double y) { return sum(csin(z(x, y))); }
// check: double of_ccos(double x = 0.5, double y = 0.0)
// expect: x = -0.479425538604, y = -0.958851077208
// check: double of_ccos(double x = 0.0, double y = 2.0)
// expect: x = -7.25372081569, y = 3.62686040785
// check: double of_ccos(double x = 0.0, double y = 0.0)
// expect: x = -3e-30, y = -1e-30
double of_ccos(double x, double y) { return sum(ccos(z(x, y))); }
// check: double of_ctan(double x = 0.5, double y = 0.0)
// expect: x = 1.29844641041, y = 2.59689282082
// check: double of_ctan(double x = 0.0, double y = 2.0)
// expect: x = 0.0706508248532, y = 0.141301649706
// check: double of_ctan(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_ctan(double x, double y) { return sum(ctan(z(x, y))); }
// check: double of_csinh(double x = 0.5, double y = 0.0)
// expect: x = 1.12762596521, y = 2.25525193041
// check: double of_csinh(double x = 0.0, double y = 2.0)
// expect: x = -0.416146836547, y = -0.832293673094
// check: double of_csinh(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_csinh(double x, double y) { return sum(csinh(z(x, y))); }
// check: double of_ccosh(double x = 0.5, double y = 0.0)
// expect: x = 0.521095305494, y = 1.04219061099
// check: double of_ccosh(double x = 0.0, double y = 2.0)
// expect: x = 1.81859485365, y = -0.909297426826
// check: double of_ccosh(double x = 0.0, double y = 0.0)
// expect: x = 3e-30, y = 1e-30
double of_ccosh(double x, double y) { return sum(ccosh(z(x, y))); }
// check: double of_ctanh(double x = 0.5, double y = 0.0)
// expect: x = 0.786447732966, y = 1.57289546593
// check: double of_ctanh(double x = 0.0, double y = 2.0)
// expect: x = 5.77439920404, y = 11.5487984081
// check: double of_ctanh(double x = 0.0, double y = 0.0)
// expect: x = 1, y = 2
double of_ctanh(double x, double y) { return sum(ctanh(z(x, y))); }
// check: double of_cexp(double x = 0.5, double y = 0.0)
// expect: x = 1.6487212707, y = 3.2974425414
// check: double of_cexp(double x = 0.0, double y = 2.0)
// expect: x = 1.4024480171, y = -1.74159109992
double of_cexp(double x, double y) { return sum(cexp(z(x, y))); }
