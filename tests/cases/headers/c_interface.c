// The C header declares every call and marker; results of other types get declarations of their own.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

struct pair {
  double x, y;
};
struct value_and_slope {
  double value, slope;
};
ZYMASE_DECLARE_AUTODIFF(struct pair, pair);
ZYMASE_DECLARE_AUTODIFF(struct value_and_slope, with_value);
ZYMASE_DECLARE_AUTODIFF(void, nothing);
ZYMASE_DECLARE_FWDDIFF(struct value_and_slope, with_value);

static double f(double x, double y) { return x * x * sin(y); }
static double sum_of_squares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

int main(void) {
  struct pair slopes = __enzyme_autodiff_pair((void *)f, 3.0, 0.5);
  check_close("df/dx", slopes.x, 6 * sin(0.5), 1e-14);
  check_close("df/dy", slopes.y, 9 * cos(0.5), 1e-14);

  struct value_and_slope both =
      __enzyme_autodiff_with_value((void *)f, enzyme_primal_return, enzyme_out, 3.0, enzyme_const, 0.5);
  check_close("value", both.value, f(3.0, 0.5), 1e-14);
  check_close("slope", both.slope, 6 * sin(0.5), 1e-14);

  both = __enzyme_fwddiff_with_value((void *)f, enzyme_primal_return, enzyme_const, 3.0, enzyme_dup, 0.5, 2.0);
  check_close("value beside tangent", both.value, f(3.0, 0.5), 1e-14);
  check_close("tangent", both.slope, 18 * cos(0.5), 1e-14);

  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
  __enzyme_autodiff_nothing((void *)sum_of_squares, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; ++i)
    check_close("gradient", dx[i], 2 * x[i], 1e-14);
  double along[3] = {0, 1, 0};
  check_close("directional", __enzyme_fwddiff((void *)sum_of_squares, enzyme_dup, x, along, enzyme_const, 3), 4, 1e-14);
  return 0;
}
