// A deep recursion reversed several times from one tape.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double g(double x, int d) {
  if (d == 0)
    return x;
  double a[4];
  for (int i = 0; i < 4; i++)
    a[i] = sin(x + i);
  return g(a[d & 3], d - 1) * a[0] + a[1];
}
int main() {
  double x = .3, h = 1e-6;
  struct aug a = __enzyme_augmentfwd((void *)g, enzyme_out, x, enzyme_const, 20);
  double want = (g(x + h, 20) - g(x - h, 20)) / (2 * h);
  for (int k = 0; k < 5; k++)
    check_close("k", __enzyme_reverse((void *)g, enzyme_nofree, enzyme_out, x, enzyme_const, 20, 1.0 * k, a.tape),
                k * want, 1e-5);
  check_close("l", __enzyme_reverse((void *)g, enzyme_out, x, enzyme_const, 20, 1.0, a.tape), want, 1e-5);
  return 0;
}
