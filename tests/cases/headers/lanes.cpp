// Jacobians and Hessians take several directions at once; here their numbers are no multiples of the lanes.
// run:
// levels: -O0 -O2 -O3
// flags: -std=c++17
#include "check.h"
#include <cmath>
#include <list>
#include <vector>
#include <zymase/derivatives.hpp>

using Vector = std::vector<double>;

int main() {
  const double scale = 0.7;
  Vector x{0.3, -1.2, 2.0, 0.5, 1.1};
  auto tall = [scale](const Vector &x) {
    Vector y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back(scale * x[i] * x[(i + 1) % x.size()]);
      y.push_back(std::sin(x[i]));
    }
    return y;
  };
  auto wide = [scale](const Vector &x) {
    return std::array<double, 3>{scale * x[0] * x[4], std::exp(x[1]) * x[2], x[3] * x[3]};
  };
  const auto a = zymase::jacobian(tall, x);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double h = 1e-6, old = x[j];
    x[j] = old + h;
    const Vector above = tall(x);
    x[j] = old - h;
    const Vector below = tall(x);
    x[j] = old;
    Vector v(x.size());
    v[j] = 1;
    const Vector along = zymase::jvp(tall, x, v);
    for (std::size_t i = 0; i < a.rows; ++i) {
      check_close("a column by itself", a(i, j), along[i], 1e-14);
      check_close("differences", a(i, j), (above[i] - below[i]) / (2 * h), 1e-8);
    }
  }
  const auto b = zymase::jacobian(wide, x);
  for (std::size_t i = 0; i < b.rows; ++i) {
    std::array<double, 3> seed{};
    seed[i] = 1;
    const Vector row = zymase::vjp(wide, seed, x);
    for (std::size_t j = 0; j < x.size(); ++j)
      check_close("a row by itself", b(i, j), row[j], 1e-14);
  }
  check_close("row 0", b(0, 4), scale * x[0], 1e-14);
  check_close("row 1", b(1, 1), std::exp(x[1]) * x[2], 1e-14);
  check_close("row 2", b(2, 3), 2 * x[3], 1e-14);

  auto energy = [&](const Vector &x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += std::cos(x[i]) * x[(i + 1) % x.size()] * scale;
    return sum;
  };
  const auto h = zymase::hessian(energy, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t next = (i + 1) % x.size();
    check_close("diagonal", h(i, i), -std::cos(x[i]) * x[next] * scale, 1e-13);
    check_close("beside it", h(i, next), -std::sin(x[i]) * scale, 1e-13);
    check_close("symmetric", h(next, i), h(i, next), 1e-13);
  }
  const auto single = zymase::jacobian([](float t) { return std::array<float, 2>{t * t, 3 * t}; }, 2.0f);
  check_close("by a number", single(0, 0), 4, 1e-6);
  check_close("by a number", single(1, 0), 3, 1e-6);
  return 0;
}
