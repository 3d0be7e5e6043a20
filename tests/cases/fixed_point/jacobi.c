// A system of linear equations by Jacobi's iteration, in place and from a copy: adjoints take as many passes as the solution.
// check: double f(double *a = {4, 1, 0.5, 1, 5, -1, 0.5, -1, 3}, double *b = {1, 2, 3}, int n = 3, int how = 0)
// expect: a = {-0.05032713811261514, 0.48170260764931666, 0.89869889486812782, 0.08800220239803655, -0.84230679438120726,
//   -1.5714678999649385, 0.20758772983136412, -1.9869111283859149, -3.7069237469886467},
//   b = {-0.72974350263291987, 1.2760319347715303, 3.0100220825547814}
// check: double f(double *a = {4, 1, 0.5, 1, 5, -1, 0.5, -1, 3}, double *b = {1, 2, 3}, int n = 3, int how = 1)
// expect: a = {-0.05032713811261514, 0.48170260764931666, 0.89869889486812782, 0.08800220239803655, -0.84230679438120726,
//   -1.5714678999649385, 0.20758772983136412, -1.9869111283859149, -3.7069237469886467},
//   b = {-0.72974350263291987, 1.2760319347715303, 3.0100220825547814}
// check: double f(double *a = {4, 1, 0.5, 1, 5, -1, 0.5, -1, 3}, double *b = {1, 2, 3}, int n = 3, int how = 2)
// expect: a = {-0.05032713811261514, 0.48170260764931666, 0.89869889486812782, 0.08800220239803655, -0.84230679438120726,
//   -1.5714678999649385, 0.20758772983136412, -1.9869111283859149, -3.7069237469886467},
//   b = {-0.72974350263291987, 1.2760319347715303, 3.0100220825547814}
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zymase/autodiff.h>

static double row(const double *a, const double *b, const double *x, int n, int i) {
  double sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i)
      sum -= a[i * n + j] * x[j];
  return sum / a[i * n + i];
}

static void jacobi(const double *a, const double *b, double *x, double *next, int n) {
  double change;
  do {
    zymase_fixed_point(1e-14);
    change = 0;
    for (int i = 0; i < n; ++i)
      next[i] = row(a, b, x, n, i);
    for (int i = 0; i < n; ++i)
      change = fmax(change, fabs(next[i] - x[i]));
    memcpy(x, next, n * sizeof *x);
  } while (change > 1e-14);
}

static void seidel(const double *a, const double *b, double *x, int n) {
  for (int pass = 0; pass < 10000; ++pass) {
    zymase_fixed_point(1e-14);
    double change = 0;
    for (int i = 0; i < n; ++i) {
      double now = row(a, b, x, n, i);
      change += fabs(now - x[i]);
      x[i] = now;
    }
    if (change < 1e-14)
      break;
  }
}

double f(double *a, double *b, int n, int how) {
  double x[8] = {0}, next[8];
  double *allocated = calloc(n, sizeof(double)), *solution = how == 1 ? allocated : x, sum = 0;
  if (how == 0)
    jacobi(a, b, x, next, n);
  else if (how == 1)
    seidel(a, b, allocated, n);
  else
    seidel(a, b, x, n);
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * solution[i] * solution[i];
  free(allocated);
  return sum;
}
