// Several tangents in one call: one field per lane, the value first if it is asked for.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_primal_return;

struct pair { double a, b; };
struct four { double a[4]; };
struct value_and_three { double value; double tangent[3]; };
struct pair __enzyme_fwddiff_pair(void *, ...);
struct four __enzyme_fwddiff_four(void *, ...);
struct value_and_three __enzyme_fwddiff_value(void *, ...);

static double f(double x, double y, int n) { return n * x * x * sin(y) + y; }

int main(void) {
  double x = 1.3, y = 0.7;
  double by_x = 3 * 2 * x * sin(y), by_y = 3 * x * x * cos(y) + 1;
  struct pair p = __enzyme_fwddiff_pair((void *)f, enzyme_width, 2, enzyme_dup, x, 1.0, 0.0, enzyme_dup, y, 0.0, 1.0, 3);
  check_close("lane 0", p.a, by_x, 1e-12);
  check_close("lane 1", p.b, by_y, 1e-12);
  // The width may stand anywhere; unmarked numbers have tangents in forward mode.
  struct four q = __enzyme_fwddiff_four((void *)f, x, 1.0, 2.0, 0.0, -1.0, y, 0.0, 1.0, 0.5, 1.0, enzyme_width, 4, 3);
  const double dx[4] = {1, 2, 0, -1}, dy[4] = {0, 1, 0.5, 1};
  for (int k = 0; k < 4; ++k)
    check_close("four lanes", q.a[k], by_x * dx[k] + by_y * dy[k], 1e-12);
  struct value_and_three r = __enzyme_fwddiff_value((void *)f, enzyme_width, 3, enzyme_primal_return, enzyme_const, x,
                                                    enzyme_dup, y, 1.0, 2.0, 3.0, enzyme_const, 3);
  check_close("value", r.value, f(x, y, 3), 1e-12);
  for (int k = 0; k < 3; ++k)
    check_close("constant x", r.tangent[k], by_y * (k + 1), 1e-12);
  return 0;
}
