// Forward and reverse mode over a function that is itself a derivative in two sweeps.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct augmented {
  void *tape;
  double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
static double f(double x) {
  double p = x;
  for (int i = 0; i < 3; i++)
    p = p * x + sin(p);
  return p * p;
}
static double df(double x) {
  struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
  return __enzyme_reverse((void *)f, enzyme_out, x, 1.0, a.tape);
}
int main() {
  double x = 0.7, h = 1e-5;
  double want = (df(x + h) - df(x - h)) / (2 * h);
  check_close("first", df(x), (f(x + h) - f(x - h)) / (2 * h), 1e-6);
  check_close("fwd", __enzyme_fwddiff((void *)df, x, 1.0), want, 1e-6);
  check_close("rev", __enzyme_autodiff((void *)df, x), want, 1e-6);
  return 0;
}
