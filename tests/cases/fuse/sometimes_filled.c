// Whether an array is set depends on the point: if not, it is what it was.
// check: double f(int n = 5, int m = 2, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2})
// value: 3.29104
// expect: x = {-0.0351, 12.1121, 0.0081, 1.4641, 0.128, 0.008, 1.024, 1.6848, 0.4096, 0.1296}
#include <stdlib.h>

double f(int n, int m, double *x) {
  double *kept = malloc(m * sizeof(double));
  for (int i = 0; i < m; ++i)
    kept[i] = 1;
  double total = 0;
  for (int p = 0; p < n; ++p) {
    if (x[p * m] > 0)
      for (int i = 0; i < m; ++i)
        kept[i] = x[p * m + i] * x[p * m + i];
    double sum = 0;
    for (int i = 0; i < m; ++i)
      sum += kept[i] * kept[i] * x[p * m + i];
    total += sum;
  }
  free(kept);
  return total;
}
