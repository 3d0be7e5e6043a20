// std::async, at once and when the result is asked for.
// flags: -pthread -std=c++20
// slow: on
#include <cmath>
#include <future>

static double part(const double *x, int low, int high) {
  double sum = 0;
  for (int i = low; i < high; ++i)
    sum += std::sin(x[i]) * x[i];
  return sum;
}

// check: double halves(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 2.25644928380924
// expect: x = {2.75908143130111, 3.69715371365238, 1.00861819903953, 0.0578253404615689}
extern "C" double halves(int n, double *x) {
  std::future<double> first = std::async(std::launch::async, part, x, 0, n / 2);
  std::future<double> second = std::async(std::launch::deferred, part, x, n / 2, n);
  return first.get() * second.get();
}
