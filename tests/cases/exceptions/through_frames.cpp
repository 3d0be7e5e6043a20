// Thrown by a callee that is not inlined, through several of its frames, after it did work with derivatives.
// leaks: on
#include <stdexcept>
// check: double f(double x = 2.0, double *sum = {0} seed {1})
// value: 16.0
// expect: x = 46.0, sum = {1}
// check: double f(double x = 0.5, double *sum = {0} seed {1})
// expect: x = 1.109375, sum = {1}

__attribute__((noinline)) static double descend(double x, double *sum, int depth) {
  sum[0] += x * depth;
  if (depth == 0) {
    if (x > 1)
      throw std::runtime_error("too large");
    return x * x;
  }
  double below = descend(x, sum, depth - 1);
  sum[0] -= x * depth;
  return below * x;
}

double f(double x, double *sum) {
  double a = x * x;
  try {
    a *= descend(x, sum, 3);
    sum[0] += x;
  } catch (const std::exception &) {
    sum[0] += a;
    a *= a;
    sum[0] += x * x;
  }
  return a;
}
