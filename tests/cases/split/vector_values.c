// Vectors as argument, result and seed.
// run:
// leaks: on
#include "check.h"
typedef double v2 __attribute__((ext_vector_type(2)));
struct aug {
  void *tape;
  v2 v;
};
struct aug __enzyme_augmentfwd(void *, ...);
v2 __enzyme_reverse(void *, ...);
static v2 f(v2 x) { return x * x * x; }
int main() {
  v2 x = {2, 3}, s = {1, 2};
  struct aug a = __enzyme_augmentfwd((void *)f, x);
  check_close("v", a.v.y, 27, 0);
  v2 d = __enzyme_reverse((void *)f, x, s, a.tape);
  check_close("x", d.x, 12, 0);
  check_close("y", d.y, 54, 0);
  return 0;
}
