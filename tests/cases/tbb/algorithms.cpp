// Algorithms of C++17 with policies, as GNU's library has them over oneTBB.
// flags: -std=c++17 -ltbb
#include <algorithm>
#include <cmath>
#include <execution>
#include <numeric>
#include <vector>

namespace execution = std::execution;

// check: double each(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 20.6263569455847
// expect: x = {0.167516360083459, 1.09967913419806, 8.49683088129651, 14.1468693928561, 14.3494580088909}
extern "C" double each(int n, double *x) {
  std::vector<double> y(x, x + n), z(n), w(n);
  std::for_each(execution::par, y.begin(), y.end(), [](double &value) { value *= std::sin(value); });
  std::transform(execution::par_unseq, y.begin(), y.end(), x, z.begin(), [](double a, double b) { return a * b; });
  std::transform(execution::unseq, z.begin(), z.end(), w.begin(), [](double a) { return a * a; });
  return std::reduce(execution::seq, w.begin(), w.end());
}

// check: double sums(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 207.871538900615
// expect: x = {104.16120204974, 108.661727430372, 111.215808708584, 110.609050635171, 109.51384964603}
extern "C" double sums(int n, double *x) {
  double sum = std::reduce(execution::par, x, x + n, 0.0);
  double sines = std::transform_reduce(execution::par, x, x + n, 0.0, std::plus<>(), [](double a) { return std::sin(a); });
  double dot = std::transform_reduce(execution::par_unseq, x, x + n, x, 0.0);
  return sum * sines * dot;
}

// check: double scans(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: -3.54389134085849
// expect: x = {-2.21853452515893, -3.14842701205146, -2.57548794184866, 0.392265610426599, -0.958924274663138}
extern "C" double scans(int n, double *x) {
  std::vector<double> y(n), z(n);
  std::inclusive_scan(execution::par, x, x + n, y.begin());
  std::exclusive_scan(execution::par, x, x + n, z.begin(), 1.0);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * std::sin(z[i]);
  return sum;
}

// check: double copies(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 10.875
// expect: x = {22.25, 1, 1.5, 2, 2.5}
extern "C" double copies(int n, double *x) {
  std::vector<double> y(n), z(n);
  std::fill(execution::par, y.begin(), y.end(), x[0]);
  std::copy(execution::par, x, x + n, z.begin());
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * z[i] * (i + 1);
  return sum;
}

// check: double ordered(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 7.28466148004105
// expect: x = {2.11680012089801, -11.7303614119812, 5.62799986064843, -0.0284193408594085, -4.82915626200391}
extern "C" double ordered(int n, double *x) {
  std::vector<double> y(n);
  std::transform(execution::par, x, x + n, y.begin(), [](double a) { return std::sin(3 * a); });
  auto least = std::min_element(execution::par, y.begin(), y.end());
  double product = *least * std::count_if(execution::par, y.begin(), y.end(), [](double a) { return a > 0; });
  std::sort(execution::par, y.begin(), y.end());
  for (int i = 0; i < n; ++i)
    product += y[i] * y[i] * (i + 1);
  return product;
}
