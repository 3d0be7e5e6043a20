// What is said about the result: constant, active, an integer, a pointer without a shadow.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_const_return, enzyme_active_return, enzyme_dup_return,
    enzyme_primal_return, enzyme_noret, enzyme_runtime_activity, enzyme_nofree;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_t(void *, ...);
struct augi {
  void *tape;
  int r;
};
struct augi __enzyme_augmentfwd_i(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_d(void *, ...);
static double f(double *x) {
  x[1] = x[0] * x[0];
  return sqrt(x[0]);
}
static int g(double *x, double k) {
  x[1] = x[0] * x[0] * k;
  return x[0] > 0;
}
struct augp {
  void *tape;
  double *p;
};
struct augp __enzyme_augmentfwd_p(void *, ...);
static double *pick(double *x, int k) {
  x[0] *= x[1];
  return x + k;
}
int main() {
  double x[2] = {0, 0}, dx[2] = {0, 1};
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_const_return, enzyme_dup, x, dx);
  check_close("r", a.r, 0, 0);
  __enzyme_reverse((void *)f, enzyme_const_return, enzyme_dup, x, dx, a.tape);
  check_close("dx", dx[0], 0, 0);
  x[0] = 2;
  dx[0] = 0;
  dx[1] = 1;
  a = __enzyme_augmentfwd((void *)f, enzyme_active_return, enzyme_primal_return, enzyme_runtime_activity, enzyme_dup, x,
                          dx);
  __enzyme_reverse((void *)f, enzyme_runtime_activity, enzyme_dup, x, dx, enzyme_active_return, 3.0, a.tape);
  check_close("dx", dx[0], 4 + 3 * 0.5 / sqrt(2), 1e-14);
  x[0] = 2;
  dx[0] = 0;
  dx[1] = 1;
  struct augi b = __enzyme_augmentfwd_i((void *)g, enzyme_dup, x, dx, enzyme_out, 3.0);
  check_true("i", b.r == 1);
  double dk = __enzyme_reverse_d((void *)g, enzyme_dup, x, dx, enzyme_out, 3.0, b.tape);
  check_close("dx", dx[0], 12, 1e-14);
  check_close("dk", dk, 4, 1e-14);
  x[0] = 2;
  x[1] = 3;
  dx[0] = dx[1] = 0;
  struct augp c = __enzyme_augmentfwd_p((void *)pick, enzyme_const_return, enzyme_dup, x, dx, enzyme_const, 1);
  check_true("p", c.p == x + 1);
  dx[0] = 1;
  __enzyme_reverse((void *)pick, enzyme_const_return, enzyme_dup, x, dx, enzyme_const, 1, c.tape);
  check_close("a", dx[0], 3, 0);
  check_close("b", dx[1], 2, 0);
  return 0;
}
