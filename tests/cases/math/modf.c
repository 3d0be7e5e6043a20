// modf: the fraction has slope one, the whole part stored through the pointer has none.
#include <math.h>
double parts(double x, double y) {
    double whole;
    double frac = modf(x, &whole);
    return frac * frac * y + whole * y;
}
// check: double parts(double x = 3.6, double y = 2.0)
// value: 6.7200000000000006
// expect: x = 2.4000000000000004, y = 3.3600000000000003
// check: double parts(double x = -2.3, double y = 1.5)
// value: -2.865
// expect: x = -0.89999999999999947, y = -1.9100000000000001
float parts_s(float x, float y) {
    float whole;
    float frac = modff(x, &whole);
    return frac * frac * y + whole * y;
}
// check: float parts_s(float x = 3.6, float y = 2.0)
// value: 6.7200000000000006
// expect: x = 2.4000000000000004, y = 3.3600000000000003
long double parts_x(long double x, long double y) {
    long double whole;
    long double frac = modfl(x, &whole);
    return frac * y + whole * y * y;
}
// check: long double parts_x(long double x = 3.6, long double y = 2.0)
// value: 13.200000000000001
// expect: x = 2, y = 12.6
