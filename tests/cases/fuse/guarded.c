// A flag that is the same for all points decides whether arrays are filled.
// check: double f(int n = 3, int m = 2, int flag = 1, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2})
// value: 3.04528
// expect: x = {0.0405, 7.3205, 1.2005, 3.2805, 0.128, 0.008}
// check: double f(int n = 3, int m = 2, int flag = 0, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2})
// value: 1.45
// expect: x = {0.0625, 0.25, 0.0625, 0.25, 0.0625, 0.25}
// check: double f(int n = 0, int m = 2, int flag = 1, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2})
// value: 1
// expect: x = {0, 0, 0, 0, 0, 0}
#include <stdlib.h>

double f(int n, int m, int flag, double *x) {
  double *scratch = malloc(m * sizeof(double));
  for (int i = 0; i < m; ++i)
    scratch[i] = 0.25 * (i + 1);
  double total = 1;
  for (int p = 0; p < n; ++p) {
    if (flag)
      for (int i = 0; i < m; ++i)
        scratch[i] = x[p * m + i] * x[p * m + i];
    double sum = 0;
    for (int i = 0; i < m; ++i)
      sum += scratch[i] * scratch[i] * x[p * m + i];
    total += sum;
  }
  free(scratch);
  return total;
}
