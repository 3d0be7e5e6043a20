// Gamma function, also on the negative axis: double, float and long double forms at two points each.
#include <math.h>
double tgamma_d(double x, double y) { return y * tgamma(x) + x; }
// check: double tgamma_d(double x = 3.7, double y = 1.5)
// value: 9.955977675694907
// expect: x = 8.3016864863539119, y = 4.170651783796604
// check: double tgamma_d(double x = -1.4, double y = -0.75)
// value: -3.3944539046600233
// expect: x = -2.3380506868065472, y = 2.6592718728800309
float tgamma_s(float x, float y) { return y * tgammaf(x) + x; }
// check: float tgamma_s(float x = 3.7, float y = 1.5)
// value: 9.955977675694907
// expect: x = 8.3016864863539119, y = 4.170651783796604
// check: float tgamma_s(float x = -1.4, float y = -0.75)
// value: -3.3944539046600233
// expect: x = -2.3380506868065472, y = 2.6592718728800309
long double tgamma_x(long double x, long double y) { return y * tgammal(x) + x; }
// check: long double tgamma_x(long double x = 3.7, long double y = 1.5)
// value: 9.955977675694907
// expect: x = 8.3016864863539119, y = 4.170651783796604
// check: long double tgamma_x(long double x = -1.4, long double y = -0.75)
// value: -3.3944539046600233
// expect: x = -2.3380506868065472, y = 2.6592718728800309
