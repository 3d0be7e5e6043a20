// parallel_reduce, parallel_deterministic_reduce and parallel_scan of oneTBB.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <functional>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <vector>

using Range = tbb::blocked_range<int>;

// check: double functions(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 24.2878916110962
// expect: x = {0.106885307957917, 6.33597172463379, 10.5599528743896, 12.6719434492676, 16.8959245990234}
extern "C" double functions(int n, double *x) {
  auto squares = [&](const Range &range, double sum) {
    for (int i = range.begin(); i < range.end(); ++i)
      sum += x[i] * x[i];
    return sum;
  };
  double sum = tbb::parallel_reduce(Range(0, n), 0.0, squares, std::plus<double>());
  double same = tbb::parallel_deterministic_reduce(Range(0, n, 2), 0.0, squares, std::plus<double>());
  double largest = tbb::parallel_reduce(
      Range(0, n), -HUGE_VAL,
      [&](const Range &range, double most) {
        for (int i = range.begin(); i < range.end(); ++i)
          most = std::max(most, std::sin(x[i]) / x[i]);
        return most;
      },
      [](double one, double other) { return std::max(one, other); }, tbb::static_partitioner());
  return sum * std::sqrt(same) * largest;
}

struct Moments {
  const double *x;
  double sum = 0, squares = 0;
  explicit Moments(const double *x) : x(x) {}
  Moments(Moments &other, tbb::split) : x(other.x) {}
  void operator()(const Range &range) {
    for (int i = range.begin(); i < range.end(); ++i) {
      sum += std::exp(x[i]);
      squares += x[i] * x[i];
    }
  }
  void join(const Moments &other) {
    sum += other.sum;
    squares += other.squares;
  }
};

// check: double body(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 167.186332287607
// expect: x = {33.2810732931614, 46.8091187865972, 77.6831260624925, 95.7832730878119, 140.06609598574}
extern "C" double body(int n, double *x) {
  Moments once(x), twice(x), simple(x);
  tbb::parallel_reduce(Range(0, n), once);
  tbb::parallel_deterministic_reduce(Range(0, n, 2), twice);
  tbb::parallel_reduce(Range(0, n, 1), simple, tbb::simple_partitioner());
  return once.sum * twice.squares + simple.sum / simple.squares;
}

// check: double scan(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 4.86285479471603
// expect: x = {-0.415820331751455, -0.605490992091672, -0.910156979693843, -0.739045037617506, -0.0156111535518207}
extern "C" double scan(int n, double *x) {
  std::vector<double> y(n);
  double total = tbb::parallel_scan(
      Range(0, n), 0.0,
      [&](const Range &range, double sum, bool is_final) {
        for (int i = range.begin(); i < range.end(); ++i) {
          sum += x[i] * x[i];
          if (is_final)
            y[i] = sum;
        }
        return sum;
      },
      std::plus<double>());
  double product = total;
  for (double each : y)
    product *= std::cos(0.1 * each);
  return product;
}

// Rows of a matrix, a sum over each.
// check: double product(int n = 3, double *a = {1, 2, 3, 4, 5, 6, 7, 8, 10}, double *x = {0.5, -1, 0.25})
// value: 25.390625
// expect: a = {-12.1875, 24.375, -6.09375, -11.71875, 23.4375, -5.859375, -10.15625, 20.3125, -5.078125}, x = {-260.3125, -328.4375, -416.875}
extern "C" double product(int n, double *a, double *x) {
  std::vector<double> y(n);
  tbb::parallel_for(0, n, [&](int i) {
    y[i] = tbb::parallel_reduce(
        Range(0, n), 0.0,
        [&](const Range &range, double sum) {
          for (int j = range.begin(); j < range.end(); ++j)
            sum += a[i * n + j] * x[j];
          return sum;
        },
        std::plus<double>());
  });
  return tbb::parallel_reduce(
      Range(0, n), 1.0,
      [&](const Range &range, double factor) {
        for (int i = range.begin(); i < range.end(); ++i)
          factor *= 1 + y[i] * y[i];
        return factor;
      },
      std::multiplies<double>());
}
