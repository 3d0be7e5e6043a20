// The first call needs no shadow of plain arrays: the second may bring it.
// run:
// leaks: on
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    s *= x[i];
    x[i] = s;
  }
  return s;
}
int main() {
  double x[3] = {1, 2, 3}, o[3] = {1, 2, 3}, dx[3] = {0};
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, (double *)0, enzyme_const, 3);
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 3, 1.0, a.tape);
  for (int i = 0; i < 3; i++)
    check_close("d", dx[i], 6 / o[i], 1e-14);
  return 0;
}
