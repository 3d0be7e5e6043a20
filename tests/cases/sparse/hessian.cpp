// run:
// The entries of a Hessian that are not zero, column by column, without a matrix: shadows that are functions.
#include "check.h"
#include <vector>
#include <zymase/autodiff.h>

struct Triplet {
  size_t row, column;
  double value;
};

static double f(size_t n, double *x) {
  double sum = 0;
  for (size_t i = 0; i + 1 < n; ++i)
    sum += x[i] * x[i] * x[i + 1];
  return sum;
}
static void gradient(size_t n, double *x, double *dx) {
  __enzyme_autodiff<void>((void *)f, enzyme_const, n, enzyme_dup, x, dx);
}

static double unit_load(size_t offset, size_t column) { return offset == column * sizeof(double) ? 1.0 : 0.0; }
static void unit_store(double, size_t, size_t) { abort(); }
static double entry_load(size_t, size_t, std::vector<Triplet> &) { return 0; }
static void entry_store(double value, size_t offset, size_t column, std::vector<Triplet> &entries) {
  if (value != 0)
    entries.push_back({offset / sizeof(double), column, value});
}

static std::vector<Triplet> hessian(size_t n, double *x) {
  std::vector<Triplet> entries;
  std::vector<double> dx(n);
  for (size_t column = 0; column < n; ++column) {
    double *unit = __enzyme_todense<double *>((void *)unit_load, (void *)unit_store, column);
    double *entry = __enzyme_todense<double *>((void *)entry_load, (void *)entry_store, column, &entries);
    __enzyme_fwddiff<void>((void *)gradient, enzyme_const, n, enzyme_dup, x, unit, enzyme_dupnoneed, dx.data(), entry);
  }
  return entries;
}

int main() {
  const size_t n = 5;
  double x[n] = {1, 2, 3, 4, 5}, h[n][n] = {};
  for (const Triplet &t : hessian(n, x))
    h[t.row][t.column] += t.value;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double want = 0;
      if (i == j && i + 1 < n)
        want = 2 * x[i + 1];
      else if (j == i + 1)
        want = 2 * x[i];
      else if (i == j + 1)
        want = 2 * x[j];
      check_close("entry", h[i][j], want, 1e-12);
    }
  return 0;
}
