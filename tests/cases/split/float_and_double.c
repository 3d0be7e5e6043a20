// Floats promoted by the variadic call; several derivatives in a struct.
// run:
// leaks: on
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  float r;
};
struct outs {
  float dx;
  double dy;
};
struct aug __enzyme_augmentfwd(void *, ...);
struct outs __enzyme_reverse(void *, ...);
static float f(float x, double y, int k) {
  float s = 0;
  for (int i = 0; i < k; i++)
    s += x * y * s + x;
  return s * s;
}
int main() {
  float x = 0.3f;
  double y = 0.8;
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_out, y, enzyme_const, 4);
  check_close("v", a.r, f(x, y, 4), 1e-6);
  struct outs o = __enzyme_reverse((void *)f, enzyme_out, x, enzyme_out, y, enzyme_const, 4, 2.0f, a.tape);
  double h = 1e-3;
  check_close("dx", o.dx, 2 * (f(x + h, y, 4) - f(x - h, y, 4)) / (2 * h), 1e-2);
  check_close("dy", o.dy, 2 * (f(x, y + h, 4) - f(x, y - h, 4)) / (2 * h), 1e-2);
  return 0;
}
