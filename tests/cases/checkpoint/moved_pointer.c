// Steps that work their way through an array by a pointer that moves, inside a row by another.
// check: double f(double *rows = {1, 2, 3, 4, 5, 6}, double *y = {0.1, 0.2}, int n = 2, int steps = 3)
// expect: rows = {37.032187500000006, 13.860000000000001, 14.385937500000001, 8.229375000000001, 8.3278125000000003, 6.2442187500000008},
//         y = {555.48281250000002, 138.59999999999999}
#include <zymase/autodiff.h>

double f(double *rows, double *y, int n, int steps) {
  const double *row = rows;
  for (int t = 0; t < steps; ++t, row += n) {
    zymase_checkpoint(2);
    for (int i = 0; i < n; ++i)
      y[i] = y[i] * row[i] + 0.5 * y[0];
  }
  return y[0] * y[1];
}
