// Inverse hyperbolic cosine: double, float and long double forms at two points each.
#include <math.h>
double acosh_d(double x, double y) { return y * acosh(x) + x; }
// check: double acosh_d(double x = 1.4, double y = 1.5)
// value: 2.7005220897358475
// expect: x = 2.5309310892394867, y = 0.867014726490565
// check: double acosh_d(double x = 5.5, double y = -0.75)
// value: 3.7078551740693362
// expect: x = 0.86132495094369277, y = 2.3895264345742184
float acosh_s(float x, float y) { return y * acoshf(x) + x; }
// check: float acosh_s(float x = 1.4, float y = 1.5)
// value: 2.7005220897358475
// expect: x = 2.5309310892394867, y = 0.867014726490565
// check: float acosh_s(float x = 5.5, float y = -0.75)
// value: 3.7078551740693362
// expect: x = 0.86132495094369277, y = 2.3895264345742184
long double acosh_x(long double x, long double y) { return y * acoshl(x) + x; }
// check: long double acosh_x(long double x = 1.4, long double y = 1.5)
// value: 2.7005220897358475
// expect: x = 2.5309310892394867, y = 0.867014726490565
// check: long double acosh_x(long double x = 5.5, long double y = -0.75)
// value: 3.7078551740693362
// expect: x = 0.86132495094369277, y = 2.3895264345742184
