// A function that returns a large struct: the seed comes right after the function, the value in the result.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_noret;
typedef struct {
  double a, b, c;
} v3;
struct aug {
  void *tape;
  v3 r;
};
struct aug __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_t(void *, ...);
double __enzyme_reverse(void *, ...);
static v3 f(double x) {
  v3 r = {x * x, sin(x), exp(x) * x};
  return r;
}
int main() {
  double x = 0.4;
  v3 seed = {1, 2, 3};
  struct aug a = __enzyme_augmentfwd((void *)f, &seed, enzyme_out, x);
  check_close("a", a.r.a, x * x, 1e-15);
  check_close("c", a.r.c, exp(x) * x, 1e-15);
  double d = __enzyme_reverse((void *)f, &seed, enzyme_out, x, a.tape);
  check_close("d", d, 2 * x + 2 * cos(x) + 3 * exp(x) * (1 + x), 1e-14);
  v3 s2 = {0, 1, 0};
  void *t = __enzyme_augmentfwd_t((void *)f, &s2, enzyme_noret, x);
  check_close("d2", __enzyme_reverse((void *)f, &s2, x, t), cos(x), 1e-14);
  return 0;
}
