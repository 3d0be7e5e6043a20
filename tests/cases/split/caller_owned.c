// A tape in memory of the caller, of the size that __enzyme_augmentsize says; it may move between the two sweeps.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_allocated, enzyme_tape;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double f(const double *x, int n, double scale) {
  double p = scale;
  for (int i = 0; i < n; ++i) p = p * cos(x[i]) + x[i];
  double local[2] = {p, p * scale};
  return local[n & 1] * local[0];
}

int main(void) {
  size_t bytes = __enzyme_augmentsize((void *)f, enzyme_dup, enzyme_const, enzyme_out);
  double x[3] = {0.4, -1.1, 0.8}, dx[3] = {0};
  char *memory = malloc(2 * bytes);
  double value = __enzyme_augmentfwd((void *)f, enzyme_allocated, bytes, enzyme_tape, memory, enzyme_dup, x, dx,
                                     enzyme_const, 3, enzyme_out, 1.3);
  check_close("value", value, f(x, 3, 1.3), 1e-14);
  memcpy(memory + bytes, memory, bytes);
  memset(memory, 0xff, bytes);
  double ds = __enzyme_reverse((void *)f, enzyme_allocated, bytes, enzyme_tape, memory + bytes, enzyme_dup, x, dx,
                               enzyme_const, 3, enzyme_out, 1.3, 2.0);
  free(memory);
  check_close("scale", ds, 2 * (f(x, 3, 1.3 + 1e-6) - f(x, 3, 1.3 - 1e-6)) / 2e-6, 1e-6);
  for (int k = 0; k < 3; ++k) {
    double up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]};
    up[k] += 1e-6;
    down[k] -= 1e-6;
    check_close("x", dx[k], 2 * (f(up, 3, 1.3) - f(down, 3, 1.3)) / 2e-6, 1e-6);
  }
  return 0;
}
