// pow at a zero base: exponent 0 has slope 0, 1 has slope 1, 2 has slope 0, and no NaN in the exponent's slope.
#include <math.h>
double power(double x, double y) { return pow(x, y); }
// check: double power(double x = 0.0, double y = 2.0)
// value: 0.0
// expect: x = 0.0, y = 0.0
// differences: off (pow of a negative base is not real)
double to_const(double x, double y) { return pow(x, y); }
// check: double to_const(double x = 0.0, inactive double y = 0.0)
// value: 1.0
// expect: x = 0.0
// check: double to_const(double x = 0.0, inactive double y = 1.0)
// value: 0.0
// expect: x = 1.0
// check: double to_const(double x = 0.0, inactive double y = 3.0)
// value: 0.0
// expect: x = 0.0
