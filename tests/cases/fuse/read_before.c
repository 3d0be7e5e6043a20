// Everything is written in each iteration, but after it was read.
// check: double f(int n = 4, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75})
// value: 7.031375
// expect: x = {1.005, 2.28, -1.38, 2.39, 1.42, -0.135, 3.04, 1.445, -0.61875, 3.36, 0.26, 1.125}
#include <stdlib.h>

double f(int n, int m, double *x) {
  double *before = malloc(m * sizeof(double));
  for (int i = 0; i < m; ++i)
    before[i] = 1;
  double total = 0;
  for (int p = 0; p < n; ++p) {
    double sum = 0;
    for (int i = 0; i < m; ++i)
      sum += before[i] * x[p * m + i] * x[p * m + i];
    for (int i = 0; i < m; ++i)
      before[i] = x[p * m + i] * 0.5 + 1;
    total += sum;
  }
  free(before);
  return total;
}
