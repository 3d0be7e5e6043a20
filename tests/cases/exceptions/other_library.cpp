// The same with LLVM's C++ library.
// flags: -stdlib=libc++
// leaks: on
#include <stdexcept>
#include <vector>
// check: double f(double x = 2.0, int n = 5)
// value: 128.0
// expect: x = 124.0
// check: double f(double x = 2.0, int n = 3)
// value: 8.0
// expect: x = 8.0

__attribute__((noinline)) static double risky(double x, int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    values.push_back(x * i);
  double sum = 0;
  for (double value : values)
    sum += value * value;
  return sum + values.at(4);
}

double f(double x, int n) {
  try {
    return risky(x, n);
  } catch (const std::exception &e) {
    return x * x * (e.what()[0] ? 2 : 1);
  }
}
