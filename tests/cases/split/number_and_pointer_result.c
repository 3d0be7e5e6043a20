// A returned struct of a number and a pointer: a seed for one, a shadow for the other.
// run:
// leaks: on
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
typedef struct {
  double v;
  double *p;
} R;
struct aug {
  void *tape;
  R r, dr;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static R f(double *x) {
  R r = {x[0] * x[1], x + 1};
  x[1] = x[0] * x[0];
  return r;
}
int main() {
  double x[2] = {2, 3}, dx[2] = {0};
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);
  check_true("p", a.r.p == x + 1 && a.dr.p == dx + 1);
  check_close("v", a.r.v, 6, 0);
  *a.dr.p = 10;
  R seed = {1, 0};
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, seed, a.tape);
  check_close("0", dx[0], 3 + 40, 1e-14);
  check_close("1", dx[1], 2, 0);
  return 0;
}
