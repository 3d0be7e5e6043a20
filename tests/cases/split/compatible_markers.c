// The two calls may say the same thing in different words.
// run:
// leaks: on
#include "check.h"
extern int enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double f(double *x, double *out, double s) {
  out[0] = x[0] * s;
  out[1] = out[0] * x[1];
  return out[1] * s;
}
int main() {
  double x[2] = {2, 3}, dx[2] = {0}, o[2], dout[2] = {1, 1}, s = 1.5;
  struct aug a = __enzyme_augmentfwd((void *)f, x, dx, enzyme_dupnoneed, o, dout, s);
  double ds = __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, o, dout, enzyme_out, s, 1.0, a.tape);
  check_close("dx0", dx[0], s + s * 3 + s * s * 3, 1e-14);
  check_close("dx1", dx[1], 2 * s + 2 * s * s, 1e-14);
  check_close("ds", ds, 2 + 6 + 2 * 2 * 3 * s, 1e-14);
  return 0;
}
