// Two dimensions in one array of the caller, indexed by products of int.
// check: double f(double *u = ramp(30, 0.1, 1.0), double *v = repeat(30, 0.5), double k = 0.1, int n = 5, int m = 6, int steps = 7)
// expect: u = {0.20000000000000001, 0.51267341005584555, 0.59276580024479919, 0.6896926641362694, 0.85966536104633795, 0.51034482758620692, 0.39984741692964637, 0.93585809909337081, ...},
//         v = {-5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, -5.1358131850326286e-25, ...},
//         k = -2.9256023528434243
#include <zymase/autodiff.h>

double f(double *u, double *v, double k, int n, int m, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 1; i + 1 < n; ++i)
      for (int j = 1; j + 1 < m; ++j)
        v[i * m + j] = u[i * m + j] + k * (u[(i - 1) * m + j] * u[(i + 1) * m + j] - u[i * m + j - 1] * u[i * m + j + 1]);
    for (int i = 1; i + 1 < n; ++i)
      for (int j = 1; j + 1 < m; ++j)
        u[i * m + j] = v[i * m + j];
  }
  double sum = 0;
  for (int i = 0; i < n * m; ++i)
    sum += u[i] * u[i];
  return sum;
}
