// run:
// The derivative of a function in another precision, and single precision to half, in C++.
#include "check.h"
#include <cmath>
#include <zymase/autodiff.h>

static double f(double x) { return std::exp(x) * x; }
static float g(float x) { return std::sin(x) * x + 1; }

static double narrow(double x) { return __enzyme_truncate_op_func(f, 64, 32)(x); }

int main() {
  double x = 0.7;
  double slope = __enzyme_autodiff<double>((void *)narrow, x);
  check_close("slope", slope, std::exp(x) * (1 + x), 1e-6);
  check_close("tangent", __enzyme_fwddiff<double>((void *)narrow, x, 1.0), slope, 1e-6);
  check_close("the function itself", __enzyme_autodiff<double>((void *)__enzyme_truncate_op_func(f, 64, 32), x), slope, 1e-6);
  float half = __enzyme_truncate_op_func(g, 32, 16)(1.25f);
  check_close("half", half, g(1.25f), 2e-3);
  check_true("is half", half == (float)(_Float16)half);
  return 0;
}
