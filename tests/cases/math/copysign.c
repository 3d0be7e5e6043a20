// copysign: slope +1 or -1 in the magnitude, none in the sign: double, float and long double forms.
#include <math.h>
double copysign_d(double x, double y) { return copysign(x, y) * (x + 2.0 * y); }
// check: double copysign_d(double x = 3.5, double y = -1.25)
// value: -3.5
// expect: x = -4.5, y = -7
// check: double copysign_d(double x = -0.5, double y = -2.25)
// value: 2.5
// expect: x = -5.5, y = -1
float copysign_s(float x, float y) { return copysignf(x, y) * (x + 2.0f * y); }
// check: float copysign_s(float x = 3.5, float y = -1.25)
// value: -3.5
// expect: x = -4.5, y = -7
// check: float copysign_s(float x = -0.5, float y = -2.25)
// value: 2.5
// expect: x = -5.5, y = -1
long double copysign_x(long double x, long double y) { return copysignl(x, y) * (x + 2.0l * y); }
// check: long double copysign_x(long double x = 3.5, long double y = -1.25)
// value: -3.5
// expect: x = -4.5, y = -7
// check: long double copysign_x(long double x = -0.5, long double y = -2.25)
// value: 2.5
// expect: x = -5.5, y = -1
