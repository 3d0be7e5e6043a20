// gradient, jvp, vjp, jacobian, hvp and hessian agree with each other and with hand-written derivatives.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17
#include "check.h"
#include <cmath>
#include <zymase/derivatives.hpp>

using Point = std::array<double, 3>;
using Image = std::array<double, 2>;

static double energy(const Point &x) { return x[0] * x[0] * x[1] + std::sin(x[2]) * x[1]; }
static Image map(const Point &x) { return {x[0] * x[1], std::exp(x[2]) * x[0]}; }
static Point lift(const Image &x) { return {x[0] * x[0], x[0] * x[1], x[1] * x[1]}; }

int main() {
  const Point x{1.5, -2, 0.3}, v{0.2, 1, -1};
  const Point slope = zymase::gradient(energy, x);
  check_close("gradient 0", slope[0], 2 * x[0] * x[1], 1e-14);
  check_close("gradient 1", slope[1], x[0] * x[0] + std::sin(x[2]), 1e-14);
  check_close("gradient 2", slope[2], std::cos(x[2]) * x[1], 1e-14);
  auto both = zymase::value_and_gradient(energy, x);
  check_close("value", both.value, energy(x), 1e-14);
  check_close("gradient of a number", zymase::gradient([](double t) { return t * t * t; }, 2.0), 12, 1e-14);
  auto several = zymase::gradient([](double a, const Point &p, int k) { return a * p[k]; }, 3.0, x, 1);
  check_close("several arguments, number", several.get<0>(), x[1], 1e-14);
  check_close("several arguments, array", several.get<1>()[1], 3, 1e-14);

  const Image along = zymase::jvp(map, x, v);
  const auto wide = zymase::jacobian(map, x);
  const auto tall = zymase::jacobian(lift, Image{2, 5});
  for (int i = 0; i < 2; ++i)
    check_close("J v", along[i], wide(i, 0) * v[0] + wide(i, 1) * v[1] + wide(i, 2) * v[2], 1e-14);
  const Point back = zymase::vjp(map, Image{2, 3}, x);
  for (int j = 0; j < 3; ++j)
    check_close("seed J", back[j], 2 * wide(0, j) + 3 * wide(1, j), 1e-14);
  check_close("wide", wide(1, 2), std::exp(x[2]) * x[0], 1e-14);
  check_close("tall", tall(1, 0), 5, 1e-14);
  check_close("tall", tall(2, 1), 10, 1e-14);

  const auto hessian = zymase::hessian(energy, x);
  const Point product = zymase::hvp(energy, x, v);
  const double expected[3][3] = {{2 * x[1], 2 * x[0], 0},
                                 {2 * x[0], 0, std::cos(x[2])},
                                 {0, std::cos(x[2]), -std::sin(x[2]) * x[1]}};
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int j = 0; j < 3; ++j) {
      check_close("hessian", hessian(i, j), expected[i][j], 1e-13);
      sum += expected[i][j] * v[j];
    }
    check_close("H v", product[i], sum, 1e-13);
  }
  check_close("second derivative", zymase::hvp([](double t) { return std::sin(t); }, 0.4, 1.0), -std::sin(0.4), 1e-13);
  return 0;
}
