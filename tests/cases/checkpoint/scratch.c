// Each step has arrays of its own, on the stack and on the heap.
// check: double f(double *y = {0.3, 0.2, 0.9}, double a = 0.6, int n = 3, int steps = 8)
// expect: y = {0.8572741731444522, -0.12005670520347429, 1.1854771202965089}, a = -0.21260696392944392
#include <math.h>
#include <stdlib.h>
#include <zymase/autodiff.h>

double f(double *y, double a, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    double k1[8], *k2 = malloc(n * sizeof(double));
    for (int i = 0; i < n; ++i)
      k1[i] = a * sin(y[(i + 1) % n]) - y[i];
    for (int i = 0; i < n; ++i)
      k2[i] = a * sin(y[(i + 1) % n] + 0.1 * k1[i]) - y[i];
    for (int i = 0; i < n; ++i)
      y[i] += 0.05 * (k1[i] + k2[i]) * k2[0];
    free(k2);
  }
  return y[0] * y[1] + y[2];
}
