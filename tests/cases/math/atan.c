// Arc tangent: double, float and long double forms at two points each.
#include <math.h>
double atan_d(double x, double y) { return y * atan(x) + x; }
// check: double atan_d(double x = 0.7, double y = 1.5)
// value: 1.6160889465838129
// expect: x = 2.0067114093959733, y = 0.61072596438920856
// check: double atan_d(double x = -3.2, double y = -0.75)
// value: -2.2490664061850563
// expect: x = 0.93327402135231319, y = -1.2679114584199251
float atan_s(float x, float y) { return y * atanf(x) + x; }
// check: float atan_s(float x = 0.7, float y = 1.5)
// value: 1.6160889465838129
// expect: x = 2.0067114093959733, y = 0.61072596438920856
// check: float atan_s(float x = -3.2, float y = -0.75)
// value: -2.2490664061850563
// expect: x = 0.93327402135231319, y = -1.2679114584199251
long double atan_x(long double x, long double y) { return y * atanl(x) + x; }
// check: long double atan_x(long double x = 0.7, long double y = 1.5)
// value: 1.6160889465838129
// expect: x = 2.0067114093959733, y = 0.61072596438920856
// check: long double atan_x(long double x = -3.2, long double y = -0.75)
// value: -2.2490664061850563
// expect: x = 0.93327402135231319, y = -1.2679114584199251
