// Far out on the flat sides the slope is an exact zero, not a NaN from infinity times zero.
#include <math.h>
double flat_tanh(double x, double y) { return tanh(x) * y; }
// check: double flat_tanh(double x = 400.0, double y = 3.0)
// value: 3.0
// expect: x = 0.0, y = 1.0
double flat_erf(double x, double y) { return erf(x) * y; }
// check: double flat_erf(double x = -40.0, double y = 3.0)
// value: -3.0
// expect: x = 0.0, y = -1.0
double sigmoid(double x, double y) { return y / (1.0 + exp(-x)); }
// check: double sigmoid(double x = 60.0, double y = 3.0)
// value: 3.0
// expect: x = 2.6269532288089561e-26, y = 1.0
double flat_atan(double x, double y) { return atan(x) * y; }
// check: double flat_atan(double x = 1e200, double y = 2.0)
// value: 3.141592653589793
// expect: x = 0.0, y = 1.5707963267948966
// differences: off (the slope is below the smallest double)
