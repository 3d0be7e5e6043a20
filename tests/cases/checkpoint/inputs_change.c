// What the steps read is overwritten when they are over.
// check: double f(double *p = {0.5, 0.8, 0.2}, double x = 0.4, int n = 3, int steps = 7)
// expect: p = {-0.3141072728135143, -2.5467511809091739, -4.7774605454585375}, x = 2.3452769629678731
#include <math.h>
#include <zymase/autodiff.h>

double f(double *p, double x, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += p[i] * sin(x * (i + 1));
    x = sum;
  }
  for (int i = 0; i < n; ++i)
    p[i] = x * p[i] + i;
  return x * p[0] + p[2] * p[1];
}
