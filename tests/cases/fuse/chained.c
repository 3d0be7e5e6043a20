// One sum goes on in a second loop, starts with something, and is scaled at the end; the result is asked for.
// check: double f(int n = 4, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9}, double *y = {0.5, -1.2, 0.8}, double
//   start = 0.75)
// value: 4.6364410703798
// expect: x = {0.0274524749927574, 8.01604052745373, -1.43929574204668, 4.0042934187077}, y = {1.24949860637924,
//   0.282672101260556, 1.90120403908628}, start = 1.15543274458542
#include <math.h>

double f(int n, int m, double *x, double *y, double start) {
  double total = 3 * start;
  for (int i = 0; i < n; ++i) {
    double s = sin(x[i]), power = 1;
    for (int k = 0; k < 3; ++k)
      power *= s * x[i];
    total += power;
  }
  for (int i = 0; i < m; ++i) {
    double e = exp(-y[i] * y[i]), power = e;
    for (int k = 0; k < 2; ++k)
      power *= e + y[i];
    total -= power * start;
  }
  return 2 * total + 1;
}
