// An array of the iteration itself, of which only a part is used, and not in one order.
// check: double f(int n = 4, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75})
// value: -0.593443618949761
// expect: x = {-1.4881125326867, -0.111875077647699, 0.486991145545207, -0.246928181728264, -0.255619057199773,
//   1.30085832323028, -0.793208892255812, -0.487468880374822, 1.23999843828231, 0.317621143749183, 1.22131927141623,
//   0.813500982503377}
#include <math.h>

double f(int n, int m, double *x) {
  double total = 0;
  for (int p = 0; p < n; ++p) {
    double work[8];
    for (int i = 0; i < m; ++i)
      work[(i * 5) % 8] = sin(x[p * m + i]);
    for (int i = 1; i < m; ++i)
      work[(i * 5) % 8] *= 1 + work[((i - 1) * 5) % 8];
    total += work[((m - 1) * 5) % 8] * work[0];
  }
  return total;
}
