// example: a cube root by Newton's method; how often the loop runs depends on the data, and the derivative of the
// example: iteration is that of the root: 1 / (3 x^2)
// check: double cube_root(double a = 2.0)
// value: 1.2599210498948732
// expect: a = 0.20998684164914555
// check: double cube_root(double a = 1000.0)
// value: 10.0
// expect: a = 1.0 / 300

#include <math.h>

double cube_root(double a) {
  double x = a > 1 ? a : 1, previous;
  do {
    previous = x;
    x = (2 * x + a / (x * x)) / 3;
  } while (fabs(x - previous) > 1e-12 * fabs(x));
  return x;
}
