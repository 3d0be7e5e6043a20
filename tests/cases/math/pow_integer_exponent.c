// pow with constant exponents, the way programs write squares, cubes, roots and inverses.
#include <math.h>
double powers(double x) { return pow(x, 2.0) + 2.0 * pow(x, 3.0) + 3.0 * pow(x, 0.5) + 4.0 * pow(x, -1.0) + 5.0 * pow(x, 1.0) + pow(x, 0.0); }
// check: double powers(double x = 1.7)
// value: 28.480462619592178
// expect: x = 25.506364438288355
// A negative base is fine as long as the exponent is a constant integer.
double negative_base(double x) { return pow(x, 3.0) - pow(x, 2.0) / 3.0 + pow(x, -2.0); }
// check: double negative_base(double x = -1.7)
// value: -5.5303125720876586
// expect: x = 10.210416581857657
