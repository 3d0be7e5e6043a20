// Half of the elements are set in each iteration; what is added goes to all of them.
// check: double f(int n = 4, int m = 4, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75, 0.2, -0.9, 0.65, 0.35})
// value: 24.0587875
// expect: x = {0.708, 7.524, -12.103, 20.043, 1.056, -0.432, 12.264, 11.418, -1.5, 9.312, 1.081, 10.7625, 0.432,
//   -4.716, 4.0625, 2.597}
#include <stdlib.h>

double f(int n, int m, double *x) {
  double *sums = calloc(m, sizeof(double));
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (int i = 0; i < m / 2; ++i)
      sums[i] = 0.5;
    for (int i = 0; i < m; ++i)
      sums[i] += x[p * m + i] * x[p * m + i];
    double product = 0;
    for (int i = 0; i < m; ++i)
      product += sums[i] * sums[i];
    total += product;
  }
  free(sums);
  return total;
}
