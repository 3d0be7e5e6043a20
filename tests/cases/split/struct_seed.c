// A small struct of numbers is returned in registers; its seed is passed as a struct.
// run:
// leaks: on
#include <math.h>
#include "check.h"
typedef struct {
  double re, im;
} c2;
struct aug {
  void *tape;
  c2 r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static c2 f(double x) {
  c2 r = {x * x * x, sin(x)};
  return r;
}
int main() {
  double x = 0.4;
  c2 s = {2, 5};
  struct aug a = __enzyme_augmentfwd((void *)f, x);
  check_close("re", a.r.re, x * x * x, 1e-15);
  check_close("im", a.r.im, sin(x), 1e-15);
  check_close("d", __enzyme_reverse((void *)f, x, s, a.tape), 2 * 3 * x * x + 5 * cos(x), 1e-14);
  return 0;
}
