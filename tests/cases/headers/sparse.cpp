// A banded Jacobian and Hessian from as many directions as the band is wide; patterns found by derivatives along NaN.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17 -fno-exceptions
#include "check.h"
#include <array>
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

// Factors that are zero at this point, and nowhere else, are entries all the same; what a branch leaves out is none.
static void check_chance() {
  auto products = [](const std::array<double, 5> &p) {
    return std::array<double, 3>{p[0] * p[1], p[2] * p[2] * p[4], p[3] > 0 ? p[3] : p[0]};
  };
  const std::array<double, 5> zero{};
  const zymase::Pattern pattern = zymase::jacobian_pattern(products, zero);
  const std::vector<std::vector<std::size_t>> expected{{0, 1}, {2, 4}, {0}};
  for (std::size_t row = 0; row < 3; ++row)
    check_close("entries of a row", pattern.columns_of_row[row] == expected[row], 1, 0);
  const auto jacobian = zymase::sparse_jacobian(products, zero);
  check_close("zero by chance", jacobian(0, 1), 0, 0);
  check_close("taken branch", jacobian(2, 0), 1, 0);
  auto cubic = [](const std::array<double, 3> &p) { return p[0] * p[1] * p[2] + p[0] * p[0]; };
  const auto hessian = zymase::sparse_hessian(cubic, std::array<double, 3>{});
  check_close("entries of a Hessian", hessian.values.size(), 7, 0);
  check_close("its only number", hessian(0, 0), 2, 0);
}

// A variable that goes with all others: two colours for the symmetric matrix, where its columns need as many as there are.
static void check_arrow() {
  auto arrow = [](const Vector &p) {
    double sum = p[0] * p[0] * p[0];
    for (std::size_t i = 1; i < p.size(); ++i)
      sum += p[0] * std::sin(p[i]) + p[i] * p[i] * p[i];
    return sum;
  };
  Vector p(40);
  for (std::size_t i = 0; i < p.size(); ++i)
    p[i] = 0.2 + 0.05 * static_cast<double>(i);
  const zymase::Pattern pattern = zymase::hessian_pattern(arrow, p);
  check_close("colours of columns", zymase::colour_columns(pattern).count, 40, 0);
  check_close("colours of a symmetric matrix", zymase::colour_symmetric(pattern).count, 2, 0);
  const auto hessian = zymase::sparse_hessian(arrow, p);
  check_close("entries of an arrow", hessian.values.size(), 3 * 40 - 2, 0);
  for (std::size_t i = 1; i < p.size(); ++i) {
    const double h = 1e-6, slope = (std::sin(p[i] + h) - std::sin(p[i] - h)) / (2 * h);
    check_close("shaft", hessian(i, i), 6 * p[i] - p[0] * std::sin(p[i]), 1e-13);
    check_close("barb", hessian(0, i), std::cos(p[i]), 1e-13);
    check_close("other barb", hessian(i, 0), slope, 1e-8);
  }
  check_close("tip", hessian(0, 0), 6 * p[0], 1e-13);
}

// Many columns: far fewer derivatives than columns find where the entries are.
static void check_long() {
  auto counted = [](const Vector &p) {
    Vector y(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      y[i] = p[i] * p[(i + 1) % p.size()] + std::exp(p[(7 * i) % p.size()]);
    return y;
  };
  Vector p(1000, 0.25);
  const auto sparse = zymase::sparse_jacobian(counted, p);
  for (std::size_t i = 0; i < p.size(); i += 97) {
    check_close("exponential", sparse(i, (7 * i) % 1000) - (i == 0 ? 0.25 : 0), std::exp(0.25), 1e-13);
    check_close("neighbour", sparse(i, i + 1), 0.25, 1e-14);
  }
  check_close("few colours", zymase::colour_columns(zymase::jacobian_pattern(counted, p)).count < 20, 1, 0);
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
  check_close("entries of the Hessian", entries.values.size(), 3 * 12 - 2, 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      check_close("hessian", entries(i, j), hessian(i, j), 1e-14);
  check_close("corner", hessian(11, 11), 2, 1e-14);
  check_chance();
  check_arrow();
  check_long();
  return 0;
}
