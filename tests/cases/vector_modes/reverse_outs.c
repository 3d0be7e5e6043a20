// Reverse mode with a width: every enzyme_out is an array of lanes, each seeded with 1.
// run:
#include "check.h"

extern int enzyme_width, enzyme_out, enzyme_const, enzyme_dup, enzyme_primal_return;

struct outs { double x[2], y[2]; };
struct value_and_outs { double value; double x[3]; };
struct outs __enzyme_autodiff_outs(void *, ...);
struct value_and_outs __enzyme_autodiff_value(void *, ...);

static double f(double x, double y) { return x * exp(y) / (1 + x * x); }
static double g(double x, const double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += w[i] * sin(i * x);
  return sum;
}

int main(void) {
  double x = 0.6, y = -0.4;
  struct outs r = __enzyme_autodiff_outs((void *)f, enzyme_width, 2, enzyme_out, x, enzyme_out, y);
  double by_x = exp(y) * (1 - x * x) / ((1 + x * x) * (1 + x * x)), by_y = f(x, y);
  for (int k = 0; k < 2; ++k) {
    check_close("x", r.x[k], by_x, 1e-12);
    check_close("y", r.y[k], by_y, 1e-12);
  }
  double w[3] = {0.5, -1.5, 2.5}, dw[3][3] = {{0}}, expected = 0;
  struct value_and_outs v = __enzyme_autodiff_value((void *)g, enzyme_width, 3, enzyme_primal_return, enzyme_out, x,
                                                    enzyme_dup, w, dw[0], dw[1], dw[2], 3);
  for (int i = 0; i < 3; ++i)
    expected += w[i] * i * cos(i * x);
  check_close("value", v.value, g(x, w, 3), 1e-12);
  for (int k = 0; k < 3; ++k) {
    check_close("by x", v.x[k], expected, 1e-12);
    for (int i = 0; i < 3; ++i)
      check_close("by w", dw[k][i], sin(i * x), 1e-12);
  }
  return 0;
}
