// zymase_discard frees a tape that no sweep is run from: what the function frees goes too, and shadows stay as they are.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, zymase_discard;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void f(const double *x, int n, double *y) {
  double *kept = malloc(n * sizeof *kept);
  double sum = 0;
  for (int i = 0; i < n; ++i) kept[i] = sum += exp(x[i] * sum);
  *y = kept[n - 1] * kept[0];
  free(kept);
}

int main(void) {
  double x[3] = {0.3, 0.9, -0.6}, dx[3] = {1, 2, 3}, y, dy = 1;
  void *unused = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &y, &dy);
  __enzyme_reverse((void *)f, zymase_discard, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &y, &dy, unused);
  check_close("dx[0]", dx[0], 1, 0);
  check_close("dx[1]", dx[1], 2, 0);
  check_close("dx[2]", dx[2], 3, 0);
  check_close("dy", dy, 1, 0);
  void *used = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &y, &dy);
  __enzyme_reverse((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &y, &dy, used);
  __enzyme_reverse((void *)f, zymase_discard, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &y, &dy, used);
  for (int k = 0; k < 3; ++k) {
    double up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]}, a, b;
    up[k] += 1e-6;
    down[k] -= 1e-6;
    f(up, 3, &a);
    f(down, 3, &b);
    check_close("gradient", dx[k] - (k + 1), (a - b) / 2e-6, 1e-6);
  }
  return 0;
}
