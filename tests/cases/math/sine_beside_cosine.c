// Both functions of one angle, on one of two ways.
#include <math.h>

// check: double rotate(double *axis = {0.3, 0.4, 0.5}, double *x = {1.1, 0.7, 0.9})
// value: 9.49646087646031
// expect: axis = {-1.27924045438605, -1.89439888972684, -2.50955732506763}, x = {7.51676367099414, 6.38429396772149,
//   6.95052881935781}
// check: double rotate(double *axis = {0, 0, 0}, double *x = {1.1, 0.7, 0.9})
// value: 7.29
// expect: axis = {3.78, 4.86, 5.94}, x = {5.4, 5.4, 5.4}
double rotate(double *axis, double *x) {
  double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2], out = 0;
  if (square > 0) {
    double angle = sqrt(square), c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; ++i)
      out += x[i] * c + axis[i] / angle * s * x[(i + 1) % 3];
  } else
    for (int i = 0; i < 3; ++i)
      out += x[i] + axis[i] * x[(i + 1) % 3];
  return out * out;
}

// check: double hyperbolic(int n = 3, double *x = {0.3, -0.4, 0.5})
// value: 1.39237019541449
// expect: x = {2.39599325995964, 0.35353831007564, 3.42798699341007}
double hyperbolic(int n, double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += sinh(x[i]) * cosh(x[i]) * cosh(x[i]) + sin(2 * x[i]) * x[i];
  return sum;
}
