// Parallel loops of C++: lambdas, containers, classes, exceptions that stay inside.
// flags: -fopenmp
#include <omp.h>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

template <class F> static double sum_of(int n, F f) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += f(i);
  return sum;
}

// check: double lambda(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double c = 2)
// value: 2.57855812357577
// expect: x = {1.08060461173628, 0.141474403335406, -1.60228723109387, -1.97998499320089}, c = -2.16321421014949
extern "C" double lambda(int n, double *x, double c) {
  return sum_of(n, [=](int i) { return std::sin(c * x[i]); });
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double r) const = 0;
};
struct Circle : Shape {
  double area(double r) const override { return 3 * r * r; }
};
struct Cube : Shape {
  double area(double r) const override { return r * r * r; }
};

// check: double containers(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 9.80859375
// expect: x = {5.625, 2.859375, 11.671875, 8.0625}
extern "C" double containers(int n, double *x) {
  std::vector<double> y(n), z(x, x + n);
  Circle circle;
  Cube cube;
  const Shape *shapes[2] = {&circle, &cube};
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::vector<double> own{z[i], z[(i + 1) % n]};
    y[i] = shapes[i % 2]->area(own[0]) * own[1];
  }
  return std::accumulate(y.begin(), y.end(), 0.0);
}

// check: double caught(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 9.0625
// expect: x = {1, 1.5, 3, 3}
extern "C" double caught(int n, double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    try {
      if (x[i] > 1)
        throw std::runtime_error("large");
      sum += x[i] * x[i];
    } catch (const std::runtime_error &) {
      sum += 3 * x[i];
    }
  }
  return sum;
}

struct Field {
  std::vector<double> values;
  double scale;
  void smooth(int steps) {
    std::vector<double> next(values.size());
#pragma omp parallel
    for (int t = 0; t < steps; ++t) {
#pragma omp for
      for (std::size_t i = 0; i < values.size(); ++i) {
        double left = i > 0 ? values[i - 1] : 0, right = i + 1 < values.size() ? values[i + 1] : 0;
        next[i] = values[i] + scale * (left - 2 * values[i] * values[i] + right);
      }
#pragma omp single
      values.swap(next);
    }
  }
};

// check: double member(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double s = 0.1)
// value: 3.00969259660726
// expect: x = {0.919680790960637, 1.08574535602333, 0.756879030647606, 0.445945089604206}, s = -7.23899377743138
extern "C" double member(int n, double *x, double s) {
  Field field{{x, x + n}, s};
  field.smooth(3);
  double sum = 0;
  for (double v : field.values)
    sum += v * v;
  return sum;
}

// What a thread asks the run time is an `invoke` without optimisation.
// check: double by_number(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 4.625
// expect: x = {1, 1.5, 2.5, 3}
extern "C" double by_number(int n, double *x) {
  double parts[64] = {0}, sum = 0;
#pragma omp parallel
  {
    int number = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; ++i)
      parts[number] += x[i] * x[i];
  }
  for (double part : parts)
    sum += part;
  return sum;
}
