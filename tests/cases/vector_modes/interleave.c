// enzyme_interleave: all values first, then all shadows in the order of the parameters.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_dupv, enzyme_const, enzyme_interleave, enzyme_primal_return;
double __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);
struct pair { double a, b; };
struct three { double a, b, c; };
struct pair __enzyme_fwddiff_pair(void *, ...);
struct three __enzyme_fwddiff_three(void *, ...);

static double f(double x, int n, double y) { return n * x * y * y; }
static void g(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = x[0] - x[1] * x[1];
}

int main(void) {
  check_close("one lane", __enzyme_fwddiff((void *)f, enzyme_dup, 2.0, enzyme_const, 3, enzyme_dup, 5.0,
                                           enzyme_interleave, 1.0, 10.0), 3 * 25 + 3 * 2 * 2 * 5 * 10, 1e-12);
  struct pair p = __enzyme_fwddiff_pair((void *)f, enzyme_width, 2, enzyme_dup, 2.0, enzyme_const, 3, enzyme_dup, 5.0,
                                        enzyme_interleave, 1.0, 0.0, 0.0, 1.0);
  check_close("by x", p.a, 75, 1e-12);
  check_close("by y", p.b, 60, 1e-12);
  struct three t = __enzyme_fwddiff_three((void *)f, enzyme_width, 2, 2.0, 3, 5.0, enzyme_interleave, 1.0, 0.0, 0.0, 1.0,
                                          enzyme_primal_return);
  check_close("value", t.a, 150, 1e-12);
  check_close("by x", t.b, 75, 1e-12);
  check_close("by y", t.c, 60, 1e-12);
  double x[2] = {3, 4}, y[2], dx[2][2] = {{0}}, dy[2][2] = {{1, 0}, {0, 1}};
  __enzyme_autodiff((void *)g, enzyme_width, 2, enzyme_dup, x, enzyme_dup, y, enzyme_interleave, dx[0], dx[1], dy[0], dy[1]);
  check_close("00", dx[0][0], 4, 1e-12);
  check_close("01", dx[0][1], 3, 1e-12);
  check_close("10", dx[1][0], 1, 1e-12);
  check_close("11", dx[1][1], -8, 1e-12);
  double ex[2][2] = {{0}}, ey[2][2] = {{1, 0}, {0, 1}};
  __enzyme_autodiff((void *)g, enzyme_width, 2, enzyme_dupv, sizeof(ex[0]), x, enzyme_dup, y, enzyme_interleave, ex, ey[0], ey[1]);
  for (int k = 0; k < 4; ++k)
    check_close("strided", ex[k / 2][k % 2], dx[k / 2][k % 2], 1e-12);
  return 0;
}
