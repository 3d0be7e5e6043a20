// After the loop the sum may go back to what it started with.
// check: double f(int m = 2, int flag = 1, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2}, double *y = {0.5})
// value: 0
// expect: x = {0, 0, 0, 0, 0, 0}, y = {0}
// check: double f(int m = 2, int flag = 0, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2}, double *y = {0.5})
// value: 14.7145428529387
// expect: x = {2.7620758886952, 1.04123906239562, 2.12880584148726, 0.842767800418107, 1.65913541670578,
//   2.34178905777753}, y = {0}
#include <math.h>

double f(int m, int flag, double *restrict x, double *restrict y) {
  double total = 0;
  for (int p = 0; p < 3; ++p) {
    double product = 1;
    for (int i = 0; i < m; ++i)
      product *= sin(x[p * m + i]) + 2;
    total += product;
  }
  if (flag) {
    y[0] = y[0] * y[0];
    total = 0;
  }
  return total;
}
