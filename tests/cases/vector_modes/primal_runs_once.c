// The function itself runs once, however many lanes there are: side effects and library calls are not repeated.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
struct four { double a[4]; };
struct four __enzyme_fwddiff_four(void *, ...);

static int calls;

static double f(double *x) {
  ++calls;
  x[1] += x[0] * x[0];
  return exp(x[1]);
}

int main(void) {
  double x[2] = {0.5, 0.1}, t[4][2] = {{1, 0}, {0, 1}, {1, 1}, {0, 0}};
  double value = 0.1 + 0.25;
  struct four r = __enzyme_fwddiff_four((void *)f, enzyme_width, 4, enzyme_dup, x, t[0], t[1], t[2], t[3]);
  check_close("called once", calls, 1, 0);
  check_close("written once", x[1], value, 1e-15);
  check_close("lane 0", r.a[0], exp(value), 1e-12);
  check_close("lane 3", r.a[3], 0, 0);
  double d[4][2] = {{0}};
  x[1] = 0.1;
  __enzyme_autodiff((void *)f, enzyme_width, 4, enzyme_dup, x, d[0], d[1], d[2], d[3]);
  check_close("called once more", calls, 2, 0);
  check_close("written once more", x[1], value, 1e-15);
  for (int k = 0; k < 4; ++k) {
    check_close("by x0", d[k][0], exp(value), 1e-12);
    check_close("by x1", d[k][1], exp(value), 1e-12);
  }
  return 0;
}
