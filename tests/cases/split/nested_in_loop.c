// Both modes over a loop that makes and reverses a tape, with a global and heap memory.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double g;
static double f(double x) {
  g = x * x;
  double *p = malloc(16);
  p[0] = g * x;
  p[1] = sin(p[0]);
  double r = p[1] * g;
  free(p);
  return r;
}
static double h(double x) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
    s += a.v * __enzyme_reverse((void *)f, enzyme_out, x, x, a.tape);
    x = x * 0.9 + 0.1 * s / (1 + s * s);
  }
  return s;
}
int main() {
  double x = .8, e = 1e-6, w = (h(x + e) - h(x - e)) / (2 * e);
  check_close("fwd", __enzyme_fwddiff((void *)h, x, 1.0), w, 1e-5);
  check_close("rev", __enzyme_autodiff((void *)h, x), w, 1e-5);
  return 0;
}
