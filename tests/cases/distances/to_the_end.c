// A range by its two ends, of which only the first has a shadow: every element is counted from it, also those that are
// found by the distance of the ends.
// run:
#include "check.h"

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

__attribute__((noinline)) double range(const double *first, const double *last) {
  const double *middle = first + (last - first) / 2;
  return first[(last - first) - 1] * first[0] + *middle * *middle * *middle;
}

int main(void) {
  double x[5] = {2, 3, 5, 7, 11}, dx[5] = {0};
  const double expected[5] = {11, 0, 75, 0, 2};
  __enzyme_autodiff((void *)range, enzyme_dup, x, dx, enzyme_const, x + 5);
  for (int i = 0; i < 5; ++i) {
    double direction[5] = {0}, step = 1e-5, here = x[i];
    direction[i] = 1;
    double forward = __enzyme_fwddiff((void *)range, enzyme_dup, x, direction, enzyme_const, x + 5);
    x[i] = here + step;
    double above = range(x, x + 5);
    x[i] = here - step;
    double below = range(x, x + 5);
    x[i] = here;
    check_close("reverse", dx[i], expected[i], 1e-12);
    check_close("forward", forward, expected[i], 1e-12);
    check_close("differences", (above - below) / (2 * step), expected[i], 1e-6);
  }
  return 0;
}
