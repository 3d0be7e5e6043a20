// A loop with three ways out, and what is known at each.
// check: double f(double x = 0.3, double *y = {0.1, 0.2}, int steps = 30)
// expect: x = 9.0085068890175677, y = {35.654131648471576, 4.1129312922521644}
// check: double f(double x = 0.9, double *y = {0.1, 0.2}, int steps = 30)
// expect: x = 71.626684200646437, y = {295.21188892914518, 18.87138858727003}
// check: double f(double x = 0.3, double *y = {5, 0.2}, int steps = 30)
// expect: x = 5.2999999999999998, y = {0.309, 0}
// check: double f(double x = 0.3, double *y = {0.1, 0.2}, int steps = 0)
// expect: x = 0.10000000000000001, y = {0.29999999999999999, 0}
#include <math.h>
#include <zymase/autodiff.h>

double f(double x, double *y, int steps) {
  double result = x;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    y[0] += 0.1 * x * y[0];
    if (y[0] > 5)
      return y[0] * x;
    y[1] = sin(y[1]) + 0.1 * y[0];
    if (y[1] * x > 0.8) {
      result = y[1] * y[1];
      break;
    }
    result += y[1];
  }
  return result * y[0];
}
