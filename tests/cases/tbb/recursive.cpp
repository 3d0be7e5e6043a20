// Tasks of oneTBB: those that start others.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <tbb/task_group.h>

static double tree(const double *x, int n) {
  if (n < 2)
    return n ? std::sin(x[0]) : 0;
  double left = 0, right = 0;
  tbb::task_group group;
  group.run([&] { left = tree(x, n / 2); });
  group.run([&] { right = tree(x + n / 2, n - n / 2); });
  group.wait();
  return left + right + left * right;
}

// check: double recursive(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 17.492410154561
// expect: x = {10.9695393620678, 8.04613392031579, 2.99185042221956, 0.654870903405353, -4.03057055324646}
extern "C" double recursive(int n, double *x) { return tree(x, n); }
