// Both modes over a function with a tape on its own stack.
// run:
// leaks: on
#include <math.h>
#include <stddef.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_allocated, enzyme_tape;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double f(double x, int n) {
  double p = x;
  for (int i = 0; i < n; i++)
    p = p * p * .5 + sin(x);
  return p;
}
static double h(double x) {
  _Alignas(16) char buf[256];
  double v =
      __enzyme_augmentfwd((void *)f, enzyme_allocated, sizeof buf, enzyme_tape, buf, enzyme_out, x, enzyme_const, 3);
  return v * __enzyme_reverse((void *)f, enzyme_allocated, sizeof buf, enzyme_tape, buf, enzyme_out, x, enzyme_const, 3,
                              1.0);
}
int main() {
  double x = .8, e = 1e-6, w = (h(x + e) - h(x - e)) / (2 * e);
  check_close("fwd", __enzyme_fwddiff((void *)h, x, 1.0), w, 1e-5);
  check_close("rev", __enzyme_autodiff((void *)h, x), w, 1e-5);
  return 0;
}
