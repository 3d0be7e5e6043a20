// Two unknowns and four parameters, single precision beside double, and an array of the caller that is the state.
// check: double f(double a = 0.4, double b = 0.3, double c = 1.1, double d = -0.2)
// expect: a = 0.12672610349433014, b = 0.31480538408259751, c = 0.21705444787278802, d = 0.1989665772167224
// check: float g(float a = 0.4, float b = 0.3)
// expect: a = 0.657483956799221, b = 0.81045337486342561
// check: void h(double *x = {0.5, 0.5} seed {1, 2}, double *p = {0.4, 0.3}, int n = 2)
// expect: x = {0, 0}, p = {0.98027823737353048, 1.816840418853251}
#include <math.h>
#include <zymase/autodiff.h>

double f(double a, double b, double c, double d) {
  double x = 1, y = 1, before;
  do {
    zymase_fixed_point(0);
    before = x + y;
    x = a * sin(y) + b;
    y = c / (2 + x * x) + d * y;
  } while (fabs(x + y - before) > 1e-14);
  return x * y;
}

float g(float a, float b) {
  float x = 0, change;
  do {
    zymase_fixed_point(1e-6);
    change = (x - a * cosf(x) - b) / (1 + a * sinf(x));
    x -= change;
  } while (fabsf(change) > 1e-6f);
  return x;
}

void h(double *x, double *p, int n) {
  double change;
  do {
    zymase_fixed_point(1e-14);
    change = 0;
    for (int i = 0; i < n; ++i) {
      double next = p[i] * cos(x[i]) + 0.1 * p[n - 1 - i];
      change += fabs(next - x[i]);
      x[i] = next;
    }
  } while (change > 1e-14);
}
