// Remainder with truncated quotient: slope -trunc(x/y) in y: double, float and long double forms.
#include <math.h>
double fmod_d(double x, double y) { return fmod(x, y) * (x + 2.0 * y); }
// check: double fmod_d(double x = 7.3, double y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: double fmod_d(double x = -5.5, double y = 1.7)
// value: 0.8400000000000003
// expect: x = -2.5, y = -7.1000000000000005
float fmod_s(float x, float y) { return fmodf(x, y) * (x + 2.0f * y); }
// check: float fmod_s(float x = 7.3, float y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: float fmod_s(float x = -5.5, float y = 1.7)
// value: 0.8400000000000003
// expect: x = -2.5, y = -7.1000000000000005
long double fmod_x(long double x, long double y) { return fmodl(x, y) * (x + 2.0l * y); }
// check: long double fmod_x(long double x = 7.3, long double y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: long double fmod_x(long double x = -5.5, long double y = 1.7)
// value: 0.8400000000000003
// expect: x = -2.5, y = -7.1000000000000005
