// enzyme_not_overwritten: the tape of split mode need not hold what the program leaves alone between the two calls. What
// the function itself overwrites is kept all the same.
// run:
// leaks: on
#include "check.h"
#include <stddef.h>

extern int enzyme_not_overwritten, enzyme_dup, enzyme_const;
size_t __enzyme_augmentsize(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double f(const double *x, double *y) {
  y[0] = y[0] * x[0];
  return sin(x[0]) * x[1] * x[2] + y[0] * y[0] * x[1];
}

static double squares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

int main(void) {
  size_t all = __enzyme_augmentsize((void *)squares, enzyme_dup, enzyme_const);
  size_t less = __enzyme_augmentsize((void *)squares, enzyme_not_overwritten, enzyme_dup, enzyme_const);
  check_true("the tape is smaller", less < all);
  for (int marked = 0; marked < 2; ++marked) {
    double x[3] = {0.4, 1.5, -0.7}, y[1] = {2}, dx[3] = {0}, dy[1] = {0};
    if (marked) {
      void *tape = __enzyme_augmentfwd((void *)f, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_dup, y, dy);
      y[0] = 1000;
      __enzyme_reverse((void *)f, enzyme_dup, enzyme_not_overwritten, x, dx, enzyme_dup, y, dy, 1.0, tape);
    } else {
      void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
      double *shadow = dx, kept[3] = {x[0], x[1], x[2]};
      x[0] = x[1] = x[2] = 1000;
      __enzyme_reverse((void *)f, enzyme_dup, x, shadow, enzyme_dup, y, dy, 1.0, tape);
      for (int i = 0; i < 3; ++i)
        x[i] = kept[i];
    }
    double h = 1e-6;
    for (int i = 0; i < 4; ++i) {
      double value[2];
      for (int side = 0; side < 2; ++side) {
        double a[3] = {x[0], x[1], x[2]}, b[1] = {2};
        *(i < 3 ? a + i : b) += side ? -h : h;
        value[side] = f(a, b);
      }
      check_close("derivative", i < 3 ? dx[i] : dy[0], (value[0] - value[1]) / (2 * h), 1e-7);
    }
  }
  return 0;
}
