// The logarithm of the sum: the reverse sweep needs it before the loop could run again.
// check: double f(int n = 4, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9})
// value: 3.97996761926264
// expect: x = {0.187787204866659, 22.9080595080873, -2.82762926119318, 8.82969366860384}
#include <math.h>

double f(int n, int m, double *x) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double power = 1;
    for (int k = 0; k < m; ++k)
      power = power * x[i] * x[i] + 0.1;
    total += power;
  }
  return log(total) * total;
}
