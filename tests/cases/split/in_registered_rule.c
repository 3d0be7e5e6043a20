// A registered rule that is written with split mode, and split mode over a function with a rule.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
void *__enzyme_augmentfwd_v(void *, ...);
void __enzyme_reverse_v(void *, ...);
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
static int used;
static double inner(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sin(x[i]) * x[i];
  x[0] = s;
  return s;
}
__attribute__((noinline)) static double rule(double *x, int n) { return inner(x, n); }
typedef struct {
  void *tape;
  double r;
} AR;
static AR rule_aug(double *x, double *dx, int n, int dn) {
  struct aug a = __enzyme_augmentfwd((void *)inner, enzyme_dup, x, dx, enzyme_const, n);
  AR r = {a.tape, a.v};
  used |= 1;
  return r;
}
static void rule_rev(double *x, double *dx, int n, int dn, double seed, void *tape) {
  used |= 2;
  __enzyme_reverse_v((void *)inner, enzyme_dup, x, dx, enzyme_const, n, seed, tape);
}
void *__enzyme_register_gradient_rule[3] = {(void *)rule, (void *)rule_aug, (void *)rule_rev};
static double f(double a) {
  double x[3] = {a, a * a, 2 * a};
  double r = rule(x, 3);
  return r * x[0] + x[1];
}
int main() {
  double a = .7, h = 1e-6, w = (f(a + h) - f(a - h)) / (2 * h);
  check_close("autodiff", __enzyme_autodiff((void *)f, enzyme_out, a), w, 1e-5);
  check_true("used", used == 3);
  used = 0;
  struct aug t = __enzyme_augmentfwd((void *)f, enzyme_out, a);
  check_true("used", used == 1);
  check_close("v", t.v, f(a), 1e-14);
  check_close("split", __enzyme_reverse((void *)f, enzyme_out, a, 1.0, t.tape), w, 1e-5);
  check_true("used", used == 3);
  double x[3] = {.1, .2, .3}, dx[3] = {0};
  used = 0;
  struct aug u = __enzyme_augmentfwd((void *)rule, enzyme_dup, x, dx, enzyme_const, 3);
  __enzyme_reverse_v((void *)rule, enzyme_dup, x, dx, enzyme_const, 3, 1.0, u.tape);
  check_true("direct", used == 3);
  check_close("d", dx[1], sin(.2) + .2 * cos(.2), 1e-12);
  return 0;
}
