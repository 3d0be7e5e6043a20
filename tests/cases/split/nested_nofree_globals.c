// Forward mode over two reverse sweeps of one tape, through a global.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double g = .5;
static double f(double x) {
  double y = g * x;
  g = x * x;
  double z = g * y;
  g = sin(g);
  return z * g;
}
static double twice(double x) {
  g = .5;
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
  double p = __enzyme_reverse((void *)f, enzyme_nofree, enzyme_out, x, 1.0, a.tape);
  double q = __enzyme_reverse((void *)f, enzyme_out, x, x, a.tape);
  return p * q;
}
int main() {
  double x = .6, h = 1e-6;
  g = .5;
  double up = (g = .5, f(x + h)), dn = (g = .5, f(x - h)), d = (up - dn) / (2 * h);
  check_close("p", twice(x), d * d * x, 1e-5);
  check_close("fwd", __enzyme_fwddiff((void *)twice, x, 1.0), (twice(x + h) - twice(x - h)) / (2 * h), 1e-5);
  return 0;
}
