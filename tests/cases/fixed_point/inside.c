// Loops in loops: the equation of each pass has a solution of its own; and one in a loop that keeps few states.
// check: double f(double a = 0.6, double b = 0.4)
// expect: a = 0.38191038032232227, b = 0.53323745358242791
// check: double g(double a = 0.6, int steps = 9)
// expect: a = -0.01979533300476273
#include <math.h>
#include <zymase/autodiff.h>

/* y = b cos(x y) */
static double inner(double x, double b) {
  double y = 0, change;
  do {
    zymase_fixed_point(1e-14);
    change = b * cos(x * y) - y;
    y += change;
  } while (fabs(change) > 1e-14);
  return y;
}

double f(double a, double b) {
  double x = 0, change;
  do {
    zymase_fixed_point(1e-13);
    change = a * sin(inner(x, b)) + 0.1 - x;
    x += change;
  } while (fabs(change) > 1e-13);
  return x;
}

double g(double a, int steps) {
  double x = 0.2;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    x += 0.1 * inner(a, x);
  }
  return x;
}
