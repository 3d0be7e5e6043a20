// run:
// A function that does nothing, with a rule that does: no call of it may be dropped.
#include "check.h"
#include <zymase/autodiff.h>

static void clip(double *x) { (void)x; }
static void augmented_clip(double *x, double *dx) { (void)x, (void)dx; }
static void reverse_clip(double *x, double *dx) {
  (void)x;
  if (*dx > 1)
    *dx = 1;
}
void *__enzyme_register_gradient_clip[] = {(void *)clip, (void *)augmented_clip, (void *)reverse_clip};

static double constant(double x) { return x * 0 + 5; }
static double augmented_constant(double x) { return x * 0 + 5; }
static double reverse_constant(double x, double seed) { return x * 0 + 7 * seed; }
void *__enzyme_register_gradient_constant[] = {(void *)constant, (void *)augmented_constant, (void *)reverse_constant};
static double five(double x) { return (void)x, 5; }
static double augmented_five(double x) { return (void)x, 5; }
static double reverse_five(double x, double seed) { return (void)x, 9 * seed; }
void *__enzyme_register_gradient_five[] = {(void *)five, (void *)augmented_five, (void *)reverse_five};

static double f(double *x) {
  double y = *x;
  clip(&y);
  return 10 * y;
}
static double g(double x) { return constant(x) + five(x); }

int main(void) {
  double x = 3, dx = 0;
  __enzyme_autodiff((void *)f, &x, &dx);
  check_close("clipped", dx, 1, 0);
  check_close("constants", __enzyme_autodiff((void *)g, 2.0), 16, 0);
  return 0;
}
