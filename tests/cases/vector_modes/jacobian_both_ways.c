// A Jacobian in one call: by rows in reverse mode, by columns in forward mode, both like central differences. The function
// works in place, keeps values in loops and recomputes others.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff_rows(void *, ...);
void __enzyme_fwddiff_columns(void *, ...);

enum { N = 5, M = 3 };

static void f(const double *x, double *y, int n) {
  double work[N];
  for (int i = 0; i < n; ++i)
    work[i] = x[i] * x[(i + 1) % n];
  for (int sweep = 0; sweep < 3; ++sweep)
    for (int i = 0; i < n; ++i)
      work[i] = sin(work[i]) + 0.3 * work[(i + 2) % n] * work[i];
  for (int k = 0; k < M; ++k) {
    y[k] = 0;
    for (int i = k; i < n; ++i)
      y[k] += work[i] * exp(-0.1 * k * x[i]);
  }
}

int main(void) {
  double x[N] = {0.3, -0.7, 1.1, 0.9, -0.2}, y[M];
  double rows[M][N] = {{0}}, seeds[M][M] = {{0}};
  for (int k = 0; k < M; ++k)
    seeds[k][k] = 1;
  __enzyme_autodiff_rows((void *)f, enzyme_width, M, enzyme_dup, x, rows[0], rows[1], rows[2], enzyme_dup, y, seeds[0],
                         seeds[1], seeds[2], N);
  double tangents[N][N] = {{0}}, columns[N][M];
  for (int i = 0; i < N; ++i)
    tangents[i][i] = 1;
  __enzyme_fwddiff_columns((void *)f, enzyme_width, N, enzyme_dup, x, tangents[0], tangents[1], tangents[2],
                           tangents[3], tangents[4], enzyme_dup, y, columns[0], columns[1], columns[2], columns[3],
                           columns[4], enzyme_const, N);
  for (int i = 0; i < N; ++i) {
    double h = 1e-5, kept = x[i], above[M], below[M];
    x[i] = kept + h;
    f(x, above, N);
    x[i] = kept - h;
    f(x, below, N);
    x[i] = kept;
    for (int k = 0; k < M; ++k) {
      check_close("rows against columns", rows[k][i], columns[i][k], 1e-11);
      check_close("rows against differences", rows[k][i], (above[k] - below[k]) / (2 * h), 1e-6);
      check_close("seed is used up", seeds[k][k], 0, 0);
    }
  }
  return 0;
}
