// The outer derivative of a derivative in two sweeps is split as well.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double f(double x) {
  double p = x;
  while (p < 30)
    p = p * p + x;
  return log(p) * x;
}
static double df(double x) {
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
  return a.v * __enzyme_reverse((void *)f, enzyme_out, x, 1.0, a.tape);
}
int main() {
  double x = 1.3, h = 1e-6;
  struct aug a = __enzyme_augmentfwd((void *)df, enzyme_out, x), b = __enzyme_augmentfwd((void *)df, enzyme_out, 2 * x);
  check_close("b", __enzyme_reverse((void *)df, enzyme_out, 2 * x, 1.0, b.tape),
              (df(2 * x + h) - df(2 * x - h)) / (2 * h), 1e-5);
  check_close("a", __enzyme_reverse((void *)df, enzyme_out, x, 1.0, a.tape), (df(x + h) - df(x - h)) / (2 * h), 1e-5);
  return 0;
}
