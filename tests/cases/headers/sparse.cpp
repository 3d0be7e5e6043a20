// A banded Jacobian and Hessian from as many directions as the band is wide; patterns found by probing.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17 -fno-exceptions
#include "check.h"
#include <cmath>
#include <zymase/derivatives.hpp>

using Vector = std::vector<double>;

static Vector chain(const Vector &x) {
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i] + (i > 0 ? std::sin(x[i - 1]) : 0) + (i + 1 < x.size() ? x[i] * x[i + 1] : 0);
  return y;
}
static double energy(const Vector &x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]);
  return sum;
}

int main() {
  Vector x(12);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.3 + 0.1 * static_cast<double>(i);

  const zymase::Pattern pattern = zymase::jacobian_pattern(chain, x);
  check_close("colours of a tridiagonal pattern", zymase::colour_columns(pattern).count, 3, 0);
  const auto dense = zymase::jacobian(chain, x);
  const auto sparse = zymase::jacobian(chain, x, pattern);
  check_close("entries", sparse.values.size(), 3 * 12 - 2, 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      check_close("jacobian", sparse(i, j), dense(i, j), 1e-14);
  check_close("diagonal", dense(3, 3), 2 * x[3] + x[4], 1e-14);

  // One dense row: columns would need as many colours as there are columns, rows need two.
  zymase::Pattern arrow(12, 12);
  for (std::size_t i = 0; i < 12; ++i) {
    arrow.add(0, i);
    arrow.add(i, i);
  }
  auto arrow_map = [](const Vector &p) {
    Vector y(p.size());
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      y[i] = p[i] * p[i];
      sum += p[i];
    }
    y[0] = sum * sum;
    return y;
  };
  check_close("colours of rows", zymase::colour_columns(arrow.transposed()).count, 2, 0);
  const auto by_rows = zymase::jacobian(arrow_map, x, arrow);
  double total = 0;
  for (double each : x)
    total += each;
  check_close("dense row", by_rows(0, 7), 2 * total, 1e-13);
  check_close("diagonal below it", by_rows(5, 5), 2 * x[5], 1e-14);

  const auto hessian_pattern = zymase::hessian_pattern(energy, x);
  const auto hessian = zymase::hessian(energy, x);
  const auto entries = zymase::hessian(energy, x, hessian_pattern);
  check_close("fewer products", zymase::colour_columns(hessian_pattern).count, 3, 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      check_close("hessian", entries(i, j), hessian(i, j), 1e-14);
  check_close("corner", hessian(11, 11), 2, 1e-14);
  return 0;
}
