// run:
// levels: -O2
// A lambda that captured a function, a pointer and an int is moved in parts; the last part is 12 bytes long and no number.
#include <functional>
#include <vector>
double f(const double *x, int n) {
  std::vector<std::function<double(double)>> steps;
  for (int i = 0; i < n; ++i) {
    double a = x[i];
    steps.push_back([a, x, i](double t) { return a * t + x[(i + 1) % 3]; });
  }
  std::function<double(double)> composed = [](double t) { return t * t; };
  for (int i = 0; i < 2; ++i) {
    auto inner = composed;
    composed = [inner, &steps, i](double t) { return inner(steps[i](t)); };
  }
  return composed(x[2]);
}
const double expected[] = {13.731528864, 10.29148448, 7.75166952};
#include "agree.h"
