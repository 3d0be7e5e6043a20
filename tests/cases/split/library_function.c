// A function of the C library, split.
// run:
// leaks: on
#include <math.h>
#include "check.h"
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
int main() {
  struct aug a = __enzyme_augmentfwd((void *)sin, .5);
  check_close("v", a.v, sin(.5), 1e-15);
  check_close("d", __enzyme_reverse((void *)sin, .5, 2.0, a.tape), 2 * cos(.5), 1e-15);
  return 0;
}
