// The reverse sweep of a caller's tape need not say again whose memory it is.
// run:
// leaks: on
#include <math.h>
#include <stddef.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_allocated, enzyme_tape;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double f(double x, int n) {
  double p = x;
  for (int i = 0; i < n; i++)
    p = p * p + sin(x);
  return p;
}
int main() {
  char buf[256];
  size_t n = __enzyme_augmentsize((void *)f, enzyme_out, enzyme_const);
  double x = .3, h = 1e-6;
  check_true("fits", n <= sizeof buf);
  double want = (f(x + h, 4) - f(x - h, 4)) / (2 * h);
  __enzyme_augmentfwd((void *)f, enzyme_allocated, sizeof buf, enzyme_tape, buf, enzyme_out, x, enzyme_const, 4);
  check_close("d", __enzyme_reverse((void *)f, enzyme_tape, buf, enzyme_out, x, enzyme_const, 4, 1.0), want, 1e-5);
  __enzyme_augmentfwd((void *)f, enzyme_allocated, sizeof buf, enzyme_tape, buf, enzyme_out, x, enzyme_const, 4);
  check_close("d", __enzyme_reverse((void *)f, enzyme_out, x, enzyme_const, 4, 1.0, buf), want, 1e-5);
  return 0;
}
