// run:
// A forward rule in two steps.
#include "check.h"
#include <zymase/autodiff.h>

struct kept {
  void *tape;
  double value;
};
static double square(double x) { return x * x; }
static struct kept augmented_square(double x) {
  double *tape = malloc(sizeof(double));
  *tape = x;
  struct kept r = {tape, x * x};
  return r;
}
static double forward_square(double x, double dx, void *tape) {
  (void)x;
  double r = 20 * *(double *)tape * dx;
  free(tape);
  return r;
}
void *__enzyme_register_splitderivative_square[] = {(void *)square, (void *)augmented_square, (void *)forward_square};
static double f(double x) { return square(x) + 1; }
int main(void) {
  check_close("forward", __enzyme_fwddiff((void *)f, 3.0, 2.0), 120, 1e-13);
  check_close("the target itself", __enzyme_fwddiff((void *)square, 3.0, 2.0), 120, 1e-13);
  return 0;
}
