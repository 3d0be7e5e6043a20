// State in globals belongs to each tape; primal effects happen once.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double acc;
static double *buf;
static int calls;
static double f(double x) {
  static double last = 1;
  acc = x;
  buf = &acc;
  calls++;
  for (int i = 0; i < 3; i++) {
    *buf *= x;
    last = last * 0 + acc;
  }
  return acc * last;
}
int main() {
  double x = 1.1;
  struct aug a = __enzyme_augmentfwd((void *)f, x), b = __enzyme_augmentfwd((void *)f, 2 * x);
  check_true("calls", calls == 2);
  acc = 1e9;
  check_close("b", __enzyme_reverse((void *)f, 2 * x, 1.0, b.tape), 8 * pow(2 * x, 7), 1e-12);
  check_close("a", __enzyme_reverse((void *)f, x, 1.0, a.tape), 8 * pow(x, 7), 1e-12);
  check_true("calls", calls == 2);
  return 0;
}
