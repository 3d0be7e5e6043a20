// A step has arrays of its own in a function that is inlined: what says where they live must not go with their addresses.
// check: double f(double *y = {0.3, 0.2, 0.9}, double a = 0.6, int n = 3, int steps = 8)
// expect: y = {0.8572741731444522, -0.12005670520347429, 1.1854771202965089}, a = -0.21260696392944392
// ir: -O0 zymase.prepared.step.f lacks llvm.lifetime
#include <math.h>
#include <stdlib.h>
#include <zymase/autodiff.h>

static void step(double *y, double a, int n) {
  double k1[8], k2[8];
  for (int i = 0; i < n; ++i)
    k1[i] = a * sin(y[(i + 1) % n]) - y[i];
  for (int i = 0; i < n; ++i)
    k2[i] = a * sin(y[(i + 1) % n] + 0.1 * k1[i]) - y[i];
  for (int i = 0; i < n; ++i)
    y[i] += 0.05 * (k1[i] + k2[i]) * k2[0];
}

double f(double *y, double a, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    step(y, a, n);
  }
  return y[0] * y[1] + y[2];
}

void gradient(double *y, double *dy, double a, int n, int steps) {
  __enzyme_autodiff((void *)f, enzyme_dup, y, dy, enzyme_const, a, enzyme_const, n, enzyme_const, steps);
}
