// Loops in a step that do not run at all, and one that only some steps run.
// check: double f(double *y = {0.3, 0.2}, double *z = {0.5, 0.7}, int n = 0, int m = 2, int steps = 6)
// expect: y = {0.06543914836495264, 0.61911337980270531}, z = {0.84509893316559215, 0.026356035803497425}
// check: double f(double *y = {0.3, 0.2}, double *z = {0.5, 0.7}, int n = -3, int m = 2, int steps = 6)
// expect: y = {0.06543914836495264, 0.61911337980270531}, z = {0.84509893316559215, 0.026356035803497425}
// check: double f(double *y = {0.3, 0.2}, double *z = {0.5, 0.7}, int n = 2, int m = 0, int steps = 6)
// expect: y = {0.16284304791243531, 0.90382607877840215}, z = {1, 0.069789877676757997}
#include <zymase/autodiff.h>

double f(double *y, double *z, int n, int m, int steps) {
  double x = 0.5;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 0; i < n; ++i)
      y[i] += 0.1 * x * y[i];
    if (t % 2)
      for (int i = 0; i < m; ++i)
        z[i] -= 0.1 * z[i] * z[i] * x;
    x += 0.1 * y[0] * z[1];
  }
  return x * y[1] + z[0];
}
