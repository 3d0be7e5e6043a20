// Base-two logarithm: double, float and long double forms at two points each.
#include <math.h>
double log2_d(double x, double y) { return y * log2(x) + x; }
// check: double log2_d(double x = 2.7, double y = 1.5)
// value: 4.84943911091416
// expect: x = 1.8014972449383129, y = 1.4329594072761063
// check: double log2_d(double x = 0.3, double y = -0.75)
// value: 1.6027241956246547
// expect: x = -2.6067376022224087, y = -1.7369655941662063
float log2_s(float x, float y) { return y * log2f(x) + x; }
// check: float log2_s(float x = 2.7, float y = 1.5)
// value: 4.84943911091416
// expect: x = 1.8014972449383129, y = 1.4329594072761063
// check: float log2_s(float x = 0.3, float y = -0.75)
// value: 1.6027241956246547
// expect: x = -2.6067376022224087, y = -1.7369655941662063
long double log2_x(long double x, long double y) { return y * log2l(x) + x; }
// check: long double log2_x(long double x = 2.7, long double y = 1.5)
// value: 4.84943911091416
// expect: x = 1.8014972449383129, y = 1.4329594072761063
// check: long double log2_x(long double x = 0.3, long double y = -0.75)
// value: 1.6027241956246547
// expect: x = -2.6067376022224087, y = -1.7369655941662063
