// Inverse hyperbolic tangent: double, float and long double forms at two points each.
#include <math.h>
double atanh_d(double x, double y) { return y * atanh(x) + x; }
// check: double atanh_d(double x = 0.4, double y = 1.5)
// value: 1.0354733952904027
// expect: x = 2.7857142857142856, y = 0.42364893019360184
// check: double atanh_d(double x = -0.85, double y = -0.75)
// value: 0.092114608991043
// expect: x = -1.7027027027027024, y = -1.2561528119880574
float atanh_s(float x, float y) { return y * atanhf(x) + x; }
// check: float atanh_s(float x = 0.4, float y = 1.5)
// value: 1.0354733952904027
// expect: x = 2.7857142857142856, y = 0.42364893019360184
// check: float atanh_s(float x = -0.85, float y = -0.75)
// value: 0.092114608991043
// expect: x = -1.7027027027027024, y = -1.2561528119880574
long double atanh_x(long double x, long double y) { return y * atanhl(x) + x; }
// check: long double atanh_x(long double x = 0.4, long double y = 1.5)
// value: 1.0354733952904027
// expect: x = 2.7857142857142856, y = 0.42364893019360184
// check: long double atanh_x(long double x = -0.85, long double y = -0.75)
// value: 0.092114608991043
// expect: x = -1.7027027027027024, y = -1.2561528119880574
