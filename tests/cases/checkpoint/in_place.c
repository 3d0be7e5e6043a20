// An array that each step updates in place, numbers that do not change, and one that does.
// check: double f(double *y = {0.1, 0.2, 0.3}, double a = 0.7, double b = 0.4, int n = 3, int steps = 17)
// expect: y = {3.1978654237003319, 3.9290165519241746, 5.3070077301564966},
//         a = 4.7817477591729523,
//         b = 1.7334010642762001
#include <math.h>
#include <zymase/autodiff.h>

double f(double *y, double a, double b, int n, int steps) {
  double e = a * b;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 0; i < n; ++i)
      y[i] += 0.1 * (a * sin(y[i]) + b * e);
    e = e * b + 0.1 * y[0] * y[n - 1];
  }
  double sum = e * b;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}
