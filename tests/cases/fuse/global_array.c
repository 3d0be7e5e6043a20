// The loop reads a global array that the function has filled.
// check: double f(int n = 3, int m = 2, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2})
// value: 0.187914452908225
// expect: x = {1.96394556735248, 0.378160282739198, 0.703354578138036, 0.294140408466019, 0.747187562223896,
//   0.250307424380159}
#include <math.h>

static double table[8];

double f(int n, int m, double *x) {
  for (int i = 0; i < m; ++i)
    table[i] = x[i] * x[i];
  double total = 0;
  for (int p = 0; p < n; ++p) {
    double product = 1;
    for (int i = 0; i < m; ++i)
      product *= sin(table[i] + x[p * m + i]);
    total += product;
  }
  return total;
}
