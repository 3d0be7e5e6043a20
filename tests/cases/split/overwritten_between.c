// The caller may overwrite the arguments between the two sweeps, and the function overwrites them itself.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
struct augmented { void *tape; double value; };
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double f(double *x, const int *index, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = x[i] * x[index[i]];
    sum += sin(x[i]);
  }
  return sum;
}

int main(void) {
  double start[4] = {0.3, 0.7, 1.1, -0.4}, x[4], dx[4] = {0};
  int index[4] = {3, 0, 1, 2};
  for (int k = 0; k < 4; ++k) x[k] = start[k];
  struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, index, enzyme_const, 4);
  for (int k = 0; k < 4; ++k) {
    x[k] = NAN;
    index[k] = 0;
  }
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, index, enzyme_const, 4, 1.0, a.tape);
  int again[4] = {3, 0, 1, 2};
  for (int k = 0; k < 4; ++k) {
    double up[4], down[4];
    for (int j = 0; j < 4; ++j) up[j] = down[j] = start[j];
    up[k] += 1e-6;
    down[k] -= 1e-6;
    check_close("differences", dx[k], (f(up, again, 4) - f(down, again, 4)) / 2e-6, 1e-6);
  }
  return 0;
}
