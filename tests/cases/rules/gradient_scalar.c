// run:
// A rule in place of the derivative of the body: it answers ten times the true slope, so that it shows.
#include "check.h"
#include <zymase/autodiff.h>

static double square(double x) { return x * x; }

static int augmented_calls, reverse_calls;

static double augmented_square(double x) {
  ++augmented_calls;
  return x * x;
}

static double reverse_square(double x, double seed) {
  ++reverse_calls;
  return 20 * x * seed;
}

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};

static double objective(double x) { return 3 * square(x) + x; }

static double loop(double x, int n) {
  double sum = 0;
  for (int i = 1; i <= n; ++i)
    sum += square(x * i);
  return sum;
}

int main(void) {
  check_close("called directly", __enzyme_autodiff((void *)objective, 2.0), 3 * 40 + 1, 1e-14);
  check_true("the rule ran", augmented_calls == 1 && reverse_calls == 1);
  check_close("the target itself", __enzyme_autodiff((void *)square, 2.0), 40, 1e-14);
  check_close("in a loop", __enzyme_autodiff((void *)loop, 2.0, 3), 40 * (1 + 4 + 9), 1e-14);
  // No forward rule: the body serves.
  check_close("forward", __enzyme_fwddiff((void *)objective, 2.0, 1.0), 3 * 4 + 1, 1e-14);
  return 0;
}
