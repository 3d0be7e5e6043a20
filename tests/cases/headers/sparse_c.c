// Sparse Jacobians and Hessians in C: entries that are found, also where they are zero by chance; against formulas, reverse mode and
// differences.
// run:
#include "check.h"
#include <math.h>
#include <zymase/sparse.h>

enum { N = 37 };

static void chain(const double *x, double *y, const void *data) {
  int n = *(const int *)data;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] + (i > 0 ? sin(x[i - 1]) : 0) + (i + 1 < n ? x[i] * x[i + 1] : 0);
}

static void products(const double *x, double *y, const void *data) {
  y[0] = x[0] * x[1];
  y[1] = x[2] * x[2] * x[4];
  y[2] = x[3] > 0 ? x[3] : x[0];
}

static double energy(const double *x, const void *data) {
  int n = *(const int *)data;
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i)
    sum += (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]);
  return sum;
}

static void slope(const double *x, double *g, const void *data) {
  for (int i = 0; i < *(const int *)data; ++i)
    g[i] = 0;
  __enzyme_autodiff((void *)energy, enzyme_dup, x, g, enzyme_const, data);
}

static double weighted(const double *x, const double *weights, const void *data) {
  double y[N], sum = 0;
  chain(x, y, data);
  for (int i = 0; i < N; ++i)
    sum += weights[i] * y[i];
  return sum;
}

static double entry(const struct zymase_sparse *matrix, size_t row, size_t column) {
  for (size_t k = matrix->row_starts[row]; k < matrix->row_starts[row + 1]; ++k)
    if (matrix->columns_of[k] == column)
      return matrix->values[k];
  return 0;
}

int main(void) {
  int n = N;
  double x[N], zero[5] = {0};
  for (int i = 0; i < n; ++i)
    x[i] = 0.3 + 0.03 * i;
  struct zymase_sparse jacobian = zymase_sparse_jacobian(chain, N, x, N, &n);
  check_close("entries", jacobian.row_starts[N], 3 * N - 2, 0);
  for (int i = 0; i < n; ++i) {
    double weights[N] = {0}, row[N] = {0};
    weights[i] = 1;
    __enzyme_autodiff((void *)weighted, enzyme_dup, x, row, enzyme_const, weights, enzyme_const, &n);
    for (int j = 0; j < n; ++j) {
      double h = 1e-6, kept = x[j], above[N], below[N];
      x[j] = kept + h, chain(x, above, &n);
      x[j] = kept - h, chain(x, below, &n);
      x[j] = kept;
      double wanted = i == j ? 2 * x[i] + (i + 1 < n ? x[i + 1] : 0) : j == i - 1 ? cos(x[j]) : j == i + 1 ? x[i] : 0;
      check_close("formula", entry(&jacobian, i, j), wanted, 1e-14);
      check_close("reverse mode", entry(&jacobian, i, j), row[j], 1e-14);
      check_close("differences", entry(&jacobian, i, j), (above[i] - below[i]) / (2 * h), 1e-7);
    }
  }
  zymase_sparse_free(&jacobian);

  struct zymase_sparse chance = zymase_sparse_jacobian(products, 5, zero, 3, 0);
  const size_t columns[] = {0, 1, 2, 4, 0}, starts[] = {0, 2, 4, 5};
  for (int k = 0; k < 5; ++k)
    check_close("column of an entry", chance.columns_of[k], columns[k], 0);
  for (int k = 0; k < 4; ++k)
    check_close("start of a row", chance.row_starts[k], starts[k], 0);
  check_close("taken branch", chance.values[4], 1, 0);
  zymase_sparse_free(&chance);

  struct zymase_sparse hessian = zymase_sparse_hessian(slope, N, x, &n);
  check_close("entries of the Hessian", hessian.row_starts[N], 3 * N - 2, 0);
  for (int i = 0; i < n; ++i) {
    double diagonal = (i > 0 ? 2 : 0) + (i + 1 < n ? 12 * x[i] * x[i] - 4 * x[i + 1] : 0);
    check_close("diagonal", entry(&hessian, i, i), diagonal, 1e-13);
    if (i + 1 < n)
      check_close("beside it", entry(&hessian, i, i + 1), -4 * x[i], 1e-13);
  }
  zymase_sparse_free(&hessian);
  return 0;
}
