// Inverse hyperbolic sine: double, float and long double forms at two points each.
#include <math.h>
double asinh_d(double x, double y) { return y * asinh(x) + x; }
// check: double asinh_d(double x = 0.9, double y = 1.5)
// value: 2.1133004034791738
// expect: x = 2.1149412193707495, y = 0.80886693565278245
// check: double asinh_d(double x = -2.3, double y = -0.75)
// value: -1.1222910923862663
// expect: x = 0.70095541643916248, y = -1.570278543484978
float asinh_s(float x, float y) { return y * asinhf(x) + x; }
// check: float asinh_s(float x = 0.9, float y = 1.5)
// value: 2.1133004034791738
// expect: x = 2.1149412193707495, y = 0.80886693565278245
// check: float asinh_s(float x = -2.3, float y = -0.75)
// value: -1.1222910923862663
// expect: x = 0.70095541643916248, y = -1.570278543484978
long double asinh_x(long double x, long double y) { return y * asinhl(x) + x; }
// check: long double asinh_x(long double x = 0.9, long double y = 1.5)
// value: 2.1133004034791738
// expect: x = 2.1149412193707495, y = 0.80886693565278245
// check: long double asinh_x(long double x = -2.3, long double y = -0.75)
// value: -1.1222910923862663
// expect: x = 0.70095541643916248, y = -1.570278543484978
