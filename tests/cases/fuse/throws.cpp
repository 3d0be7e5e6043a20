// A sum over points that may be left by an exception, from which the function never returns: nothing was added to derivatives
// then, and nothing leaks.
// leaks: on
// run:
#include "check.h"
#include <cmath>
#include <stdexcept>
#include <vector>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff_sum(double (*)(const std::vector<double> &, const std::vector<double> &, int), int,
                           const std::vector<double> *, std::vector<double> *, int, const std::vector<double> *, int, int);
double __enzyme_fwddiff_sum(double (*)(const std::vector<double> &, const std::vector<double> &, int), int,
                            const std::vector<double> *, std::vector<double> *, int, const std::vector<double> *, int, int);

static double f(const std::vector<double> &weights, const std::vector<double> &points, int n) {
  std::vector<double> terms(weights.size());
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (size_t c = 0; c < weights.size(); ++c)
      terms[c] = weights[c] * points.at(p) + weights[c] * weights[c];
    double sum = 0;
    for (size_t c = 0; c < weights.size(); ++c)
      sum += std::exp(-terms[c] * terms[c]);
    total += std::log(1 + sum);
  }
  return total;
}

int main() {
  std::vector<double> weights{0.3, -0.7, 1.2}, points{0.5, -0.2, 0.9, 0.1}, gradient(3);
  __enzyme_autodiff_sum(f, enzyme_dup, &weights, &gradient, enzyme_const, &points, enzyme_const, 4);
  for (int k = 0; k < 3; ++k) {
    std::vector<double> direction(3), above = weights, below = weights;
    direction[k] = 1;
    above[k] += 1e-6;
    below[k] -= 1e-6;
    double expected = 0;
    for (double x : points) {
      double sum = 0;
      for (double w : weights)
        sum += std::exp(-std::pow(w * x + w * w, 2));
      double w = weights[k], t = w * x + w * w;
      expected += std::exp(-t * t) * -2 * t * (x + 2 * w) / (1 + sum);
    }
    check_close("reverse", gradient[k], expected, 1e-12);
    check_close("forward", __enzyme_fwddiff_sum(f, enzyme_dup, &weights, &direction, enzyme_const, &points, enzyme_const, 4),
                expected, 1e-12);
    check_close("differences", (f(above, points, 4) - f(below, points, 4)) / 2e-6, expected, 1e-7);
  }
  std::vector<double> untouched(3);
  bool caught = false;
  try {
    __enzyme_autodiff_sum(f, enzyme_dup, &weights, &untouched, enzyme_const, &points, enzyme_const, 5);
  } catch (const std::out_of_range &) {
    caught = true;
  }
  check_true("caught", caught);
  check_true("nothing was added", untouched == std::vector<double>(3));
  return 0;
}
