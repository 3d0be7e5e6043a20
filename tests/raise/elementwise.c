// Element by element: arithmetic, functions, conditions.
// raise: scale --fix n=16 --shape x=16,y=16
// raise: axpy --shape x=16,y=16 ; n 16 ; grad
// raise: softplus --fix n=12 --shape x=12,y=12 ; grad
// raise: clamp --fix n=20 --shape x=20,y=20
// raise: threshold --fix n=20 --shape x=20,y=20
// raise: single --fix n=20 --shape x=20,y=20
// raise: polynomial --fix n=10 --shape c=10
// raise: mixed --fix n=10 --shape k=10,y=10
// raise: backwards --fix n=10 --shape x=10,y=10
// raise: strided --fix n=20 --shape x=20,y=20
// raise: many_functions --fix n=8 --shape x=8,y=8 ; grad
#include <math.h>

void scale(int n, double a, const double *x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = a * sin(x[i]);
}

void axpy(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void softplus(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 1 ? x[i] + log1p(exp(-x[i])) : log1p(exp(x[i]));
}

void clamp(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double v = x[i];
    if (v < 0.8)
      v = 0.8;
    else if (v > 1.5)
      v = 1.5;
    y[i] = v;
  }
}

void threshold(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 1.2 && x[i] < 1.8)
      y[i] = x[i] * x[i];
}

void single(int n, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(x[i]) + 0.5f * fmaxf(x[i], 1.0f);
}

double polynomial(int n, const double *c, double x) {
  double value = 0;
  for (int i = n - 1; i >= 0; i--)
    value = value * x + c[i];
  return value;
}

void mixed(int n, const int *k, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = (k[i] % 3 == 1 ? k[i] * 2 : -k[i]) + i / 2;
}

void backwards(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[n - 1 - i] = x[i];
}

void strided(int n, const double *x, double *y) {
  for (int i = 1; i < n; i += 3)
    y[i] = 2 * x[i];
}

static double blend(double a, double b, double t) { return a + t * (b - a); }

void many_functions(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = blend(pow(x[i], 1.5), tanh(x[i]) + atan2(x[i], 2.0), cos(x[i])) + hypot(x[i], 1.0) - fabs(x[i] - 1) + cbrt(x[i]);
}
