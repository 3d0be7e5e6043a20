// A struct passed by value, changed by the function and by the caller afterwards.
// run:
// leaks: on
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
typedef struct {
  double a[4];
  int k;
} big;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void __enzyme_autodiff(void *, ...);
static double f(big b, double *x) {
  b.a[0] *= x[0];
  return b.a[0] * b.a[b.k] * x[0];
}
int main() {
  big b = {{1, 2, 3, 4}, 2}, db;
  memset(&db, 0, sizeof db);
  double x[1] = {5}, dx[1] = {0};
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_dup, &b, &db, enzyme_dup, x, dx);
  check_close("v", a.v, 75, 0);
  b.a[2] = 99;
  __enzyme_reverse((void *)f, enzyme_dup, &b, &db, enzyme_dup, x, dx, 1.0, a.tape);
  check_close("dx", dx[0], 30, 1e-13);
  check_close("a0", db.a[0], 75, 1e-13);
  check_close("a2", db.a[2], 25, 1e-13);
  return 0;
}
