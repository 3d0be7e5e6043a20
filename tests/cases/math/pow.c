// Power with active base and exponent: double, float and long double forms.
#include <math.h>
double pow_d(double x, double y) { return pow(x, y) * (x + 2.0 * y); }
// check: double pow_d(double x = 1.7, double y = 2.3)
// value: 21.348780334230167
// expect: x = 32.272339272753165, y = 18.1056565533583
// check: double pow_d(double x = 0.6, double y = -1.4)
// value: -4.4979117505534258
// expect: x = 12.539632759118641, y = 6.3866592579421289
float pow_s(float x, float y) { return powf(x, y) * (x + 2.0f * y); }
// check: float pow_s(float x = 1.7, float y = 2.3)
// value: 21.348780334230167
// expect: x = 32.272339272753165, y = 18.1056565533583
// check: float pow_s(float x = 0.6, float y = -1.4)
// value: -4.4979117505534258
// expect: x = 12.539632759118641, y = 6.3866592579421289
long double pow_x(long double x, long double y) { return powl(x, y) * (x + 2.0l * y); }
// check: long double pow_x(long double x = 1.7, long double y = 2.3)
// value: 21.348780334230167
// expect: x = 32.272339272753165, y = 18.1056565533583
// check: long double pow_x(long double x = 0.6, long double y = -1.4)
// value: -4.4979117505534258
// expect: x = 12.539632759118641, y = 6.3866592579421289
