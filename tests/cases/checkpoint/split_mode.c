// run:
// The halves called by the program, the second one twice, and two derivatives at once.
#include "check.h"
#include <zymase/autodiff.h>

static double f(double *y, double a, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    double old = y[0];
    y[0] = a * y[1] * y[1] + 0.1;
    y[1] = 0.5 * old + a * y[1];
  }
  return y[0] * y[1];
}

typedef struct {
  void *tape;
  double value;
} augmented;
typedef struct {
  double of_a;
} reversed;
typedef struct {
  double of_a[2];
} both;
augmented __enzyme_augmentfwd_f(void *, ...);
reversed __enzyme_reverse_f(void *, ...);
both __enzyme_autodiff_both(void *, ...);

static double value(double y0, double y1, double a) {
  double y[2] = {y0, y1};
  return f(y, a, 9);
}

int main(void) {
  double h = 1e-6, y[2] = {0.3, 0.4}, dy[2] = {0};
  double by_a = (value(0.3, 0.4, 0.7 + h) - value(0.3, 0.4, 0.7 - h)) / (2 * h);
  double by_y = (value(0.3 + h, 0.4, 0.7) - value(0.3 - h, 0.4, 0.7)) / (2 * h);
  augmented first = __enzyme_augmentfwd_f((void *)f, enzyme_dup, y, dy, enzyme_out, 0.7, enzyme_const, 9);
  check_close("value", first.value, value(0.3, 0.4, 0.7), 1e-15);
  reversed kept = __enzyme_reverse_f((void *)f, enzyme_nofree, enzyme_dup, y, dy, enzyme_out, 0.7, enzyme_const, 9, 1.0, first.tape);
  check_close("by a", kept.of_a, by_a, 1e-7);
  check_close("by y", dy[0], by_y, 1e-7);
  dy[0] = dy[1] = 0;
  reversed second = __enzyme_reverse_f((void *)f, enzyme_dup, y, dy, enzyme_out, 0.7, enzyme_const, 9, 1.0, first.tape);
  check_close("by a again", second.of_a, kept.of_a, 1e-15);
  check_close("by y again", dy[0], by_y, 1e-7);
  double z[2] = {0.3, 0.4}, dz[2] = {0}, ez[2] = {0};
  both two = __enzyme_autodiff_both((void *)f, enzyme_width, 2, enzyme_dup, z, dz, ez, enzyme_out, 0.7, enzyme_const, 9);
  check_close("first lane", two.of_a[0], by_a, 1e-7);
  check_close("second lane", two.of_a[1], by_a, 1e-7);
  check_close("second lane by y", ez[0], by_y, 1e-7);
  return 0;
}
