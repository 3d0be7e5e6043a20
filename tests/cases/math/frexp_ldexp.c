// frexp splits off a constant exponent; ldexp, scalbn and scalbln multiply by a constant power of two.
#include <math.h>
double split_scale(double x, double y) {
    int e;
    double m = frexp(x, &e);
    return m * y + ldexp(y, e) + scalbn(x, 3) * y + scalbln(m, -2L) * m;
}
// check: double split_scale(double x = 11.5, double y = 0.75)
// value: 81.668212890625
// expect: x = 6.0693359375, y = 108.71875
float split_scale_s(float x, float y) {
    int e;
    float m = frexpf(x, &e);
    return m * y + ldexpf(y, e) + scalbnf(x, 3) * y + scalblnf(m, -2L) * m;
}
// check: float split_scale_s(float x = 11.5, float y = 0.75)
// value: 81.668212890625
// expect: x = 6.0693359375, y = 108.71875
long double split_scale_x(long double x, long double y) {
    int e;
    long double m = frexpl(x, &e);
    return m * y + ldexpl(y, e) + scalbnl(x, -1) * y + scalblnl(m, -2L) * m;
}
// check: long double split_scale_x(long double x = 11.5, long double y = 0.75)
// value: 16.980712890625
// expect: x = 0.4443359375, y = 22.46875
