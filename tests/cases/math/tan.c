// Tangent: double, float and long double forms at two points each.
#include <math.h>
double tan_d(double x, double y) { return y * tan(x) + x; }
// check: double tan_d(double x = 0.7, double y = 1.5)
// value: 1.963432570694619
// expect: x = 3.5641745737946757, y = 0.84228838046307941
// check: double tan_d(double x = -2.4, double y = -0.75)
// value: -3.0870107172550578
// expect: x = -0.37931163416441233, y = 0.9160142896734107
float tan_s(float x, float y) { return y * tanf(x) + x; }
// check: float tan_s(float x = 0.7, float y = 1.5)
// value: 1.963432570694619
// expect: x = 3.5641745737946757, y = 0.84228838046307941
// check: float tan_s(float x = -2.4, float y = -0.75)
// value: -3.0870107172550578
// expect: x = -0.37931163416441233, y = 0.9160142896734107
long double tan_x(long double x, long double y) { return y * tanl(x) + x; }
// check: long double tan_x(long double x = 0.7, long double y = 1.5)
// value: 1.963432570694619
// expect: x = 3.5641745737946757, y = 0.84228838046307941
// check: long double tan_x(long double x = -2.4, long double y = -0.75)
// value: -3.0870107172550578
// expect: x = -0.37931163416441233, y = 0.9160142896734107
