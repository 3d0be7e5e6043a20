// Complementary error function: double, float and long double forms at two points each.
#include <math.h>
double erfc_d(double x, double y) { return y * erfc(x) + x; }
// check: double erfc_d(double x = 0.5, double y = 1.5)
// value: 1.21925018328043
// expect: x = -0.31817386840316719, y = 0.47950012218695348
// check: double erfc_d(double x = 1.8, double y = -0.75)
// value: 1.791817876226798
// expect: x = 1.0331437924990083, y = 0.010909498364269283
float erfc_s(float x, float y) { return y * erfcf(x) + x; }
// check: float erfc_s(float x = 0.5, float y = 1.5)
// value: 1.21925018328043
// expect: x = -0.31817386840316719, y = 0.47950012218695348
// check: float erfc_s(float x = 1.8, float y = -0.75)
// value: 1.791817876226798
// expect: x = 1.0331437924990083, y = 0.010909498364269283
long double erfc_x(long double x, long double y) { return y * erfcl(x) + x; }
// check: long double erfc_x(long double x = 0.5, long double y = 1.5)
// value: 1.21925018328043
// expect: x = -0.31817386840316719, y = 0.47950012218695348
// check: long double erfc_x(long double x = 1.8, long double y = -0.75)
// value: 1.791817876226798
// expect: x = 1.0331437924990083, y = 0.010909498364269283
