// Second derivatives, each mode over each mode, through a throw in a callee that is not inlined, caught or leaving the
// inner derivative.
// leaks: on
// run:
#include "check.h"
#include <stdexcept>
#include <vector>

double __enzyme_autodiff_second(void *, double);
double __enzyme_fwddiff_second(void *, double, double);

__attribute__((noinline)) static double descend(double x, int depth) {
  if (depth == 0) {
    if (x > 1)
      throw x * x;
    return x * x;
  }
  return descend(x, depth - 1) * x;
}

static double caught(double x) {
  double a = x * x;
  try {
    a *= descend(x, 3);
  } catch (double thrown) {
    a *= thrown;
  }
  return a;
}

static double leaving(double x) {
  std::vector<double> values(3, x);
  return values[0] * values[1] * values.at(x > 1 ? 7 : 1);
}

static double caught_reverse(double x) { return __enzyme_autodiff_second((void *)caught, x); }
static double caught_forward(double x) { return __enzyme_fwddiff_second((void *)caught, x, 1); }
static double leaving_reverse(double x) {
  try {
    return __enzyme_autodiff_second((void *)leaving, x);
  } catch (const std::out_of_range &) {
    return x * x;
  }
}
static double leaving_forward(double x) {
  try {
    return __enzyme_fwddiff_second((void *)leaving, x, 1);
  } catch (const std::out_of_range &) {
    return x * x;
  }
}

#define BOTH(f, x, want)                                                                                               \
  check_close(#f ", reverse", __enzyme_autodiff_second((void *)f, x), want, 1e-12);                                    \
  check_close(#f ", forward", __enzyme_fwddiff_second((void *)f, x, 1), want, 1e-12);                                  \
  check_close(#f ", differences", (f(x + 1e-5) - f(x - 1e-5)) / 2e-5, want, 1e-6)

int main() {
  BOTH(caught_reverse, 2, 48);
  BOTH(caught_forward, 2, 48);
  BOTH(caught_reverse, 0.5, 42 * 0.03125);
  BOTH(caught_forward, 0.5, 42 * 0.03125);
  BOTH(leaving_reverse, 0.5, 3);
  BOTH(leaving_forward, 0.5, 3);
  BOTH(leaving_reverse, 1.5, 3);
  BOTH(leaving_forward, 1.5, 3);
  return 0;
}
