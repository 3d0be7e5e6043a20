// An exception leaves the first sweep: it reaches the caller's handler and the tape that was begun is released. One that
// is caught inside is part of the path that the reverse sweep follows.
// run:
// leaks: on
#include <cmath>
#include <stdexcept>
#include <vector>
#include "check.h"
extern int enzyme_out, enzyme_dup;
struct augmented {
  void *tape;
  double value;
};
augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double checked(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}

static double f(double x) {
  std::vector<double> parts;
  for (int i = 0; i < 4; ++i)
    parts.push_back(checked(x - 0.1 * i) * x);
  return parts[0] * parts[3] + parts[1];
}

static double guarded(double x) {
  try {
    return f(x);
  } catch (const std::domain_error &) {
    return x * x * x;
  }
}

static double slope(double (*g)(double), double x) { return (g(x + 1e-6) - g(x - 1e-6)) / 2e-6; }

int main() {
  int caught = 0;
  for (double x = -0.25; x < 1; x += 0.5) {
    try {
      augmented a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
      check_close("f", __enzyme_reverse((void *)f, enzyme_out, x, 1.0, a.tape), slope(f, x), 1e-5);
    } catch (const std::domain_error &) {
      ++caught;
    }
    augmented a = __enzyme_augmentfwd((void *)guarded, enzyme_out, x);
    check_close("guarded", __enzyme_reverse((void *)guarded, enzyme_out, x, 1.0, a.tape), slope(guarded, x), 1e-5);
  }
  check_true("caught", caught == 2);
  return 0;
}
