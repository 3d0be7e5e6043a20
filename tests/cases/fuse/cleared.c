// An array that is cleared and added to in each iteration, in two dimensions, and read in triangles.
// check: double f(int n = 3, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5})
// value: 31.2591
// expect: x = {0, 60.672, -12.312, 0, 6.048, 3.168, 0, 10.512, 5.4}
#include <stdlib.h>
#include <string.h>

double f(int n, int m, double *x) {
  double *square = malloc(m * m * sizeof(double));
  double total = 0;
  for (int p = 0; p < n; ++p) {
    memset(square, 0, m * m * sizeof(double));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j <= i; ++j)
        square[i * m + j] += x[p * m + i] * x[p * m + j] + x[j];
    double sum = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j)
        sum += square[i * m + j] * square[j * m + i] * (i + 2 * j);
    total += sum;
  }
  free(square);
  return total;
}
