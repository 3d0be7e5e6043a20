// One forward sweep, one reverse sweep per row of the Jacobian: enzyme_nofree keeps the tape. Globals and zeroed heap
// memory leave nothing behind for the next sweep.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double state = 0.5;

static void f(const double *x, double *y) {
  double *sums = calloc(3, sizeof *sums);
  double before = state * x[0];
  state = x[0] * x[1];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) sums[j] += sin(x[i] * (j + 1)) + before;
  for (int i = 0; i < 3; ++i) y[i] = sums[i] * state + x[i] * x[i];
  free(sums);
}

int main(void) {
  double x[3] = {0.3, 0.9, -0.6}, y[3];
  double dx[3], dy[3] = {0};
  state = 0.5;
  void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) {
      dx[k] = 0;
      dy[k] = k == row;
    }
    if (row < 2)
      __enzyme_reverse((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_dup, y, dy, tape);
    else
      __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, tape);
    for (int k = 0; k < 3; ++k) {
      double up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]}, a[3], b[3];
      up[k] += 1e-6;
      down[k] -= 1e-6;
      state = 0.5;
      f(up, a);
      state = 0.5;
      f(down, b);
      check_close("jacobian", dx[k], (a[row] - b[row]) / 2e-6, 1e-6);
      check_close("consumed", dy[row], 0, 0);
    }
  }
  return 0;
}
