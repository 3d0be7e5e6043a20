// A function that returns a pointer: the shadow of the result comes after the primal, and is where the seed goes.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_noret;
struct both { void *tape; double *primal, *shadow; };
struct only_shadow { void *tape; double *shadow; };
struct both __enzyme_augmentfwd_both(void *, ...);
struct only_shadow __enzyme_augmentfwd_shadow(void *, ...);
void __enzyme_reverse(void *, ...);

static double *squares(const double *x, int n) {
  double *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; ++i) y[i] = x[i] * x[i];
  return y;
}

static double *larger(double *x, double *y) { return x[0] > y[0] ? x : y; }

int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  struct both a = __enzyme_augmentfwd_both((void *)squares, enzyme_dup, x, dx, enzyme_const, 3);
  for (int k = 0; k < 3; ++k) {
    check_close("primal", a.primal[k], x[k] * x[k], 0);
    a.shadow[k] = k + 1;
  }
  __enzyme_reverse((void *)squares, enzyme_dup, x, dx, enzyme_const, 3, a.tape);
  for (int k = 0; k < 3; ++k) check_close("gradient", dx[k], 2 * x[k] * (k + 1), 1e-15);
  free(a.primal);
  free(a.shadow);
  double y[1] = {0}, dy[1] = {0};
  struct only_shadow b = __enzyme_augmentfwd_shadow((void *)larger, enzyme_noret, enzyme_dup, x, dx, enzyme_dup, y, dy);
  check_true("shadow", b.shadow == dx);
  __enzyme_reverse((void *)larger, enzyme_noret, enzyme_dup, x, dx, enzyme_dup, y, dy, b.tape);
  return 0;
}
