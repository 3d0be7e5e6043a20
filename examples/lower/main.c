// Calls the gradient of energy.mlir:
//   zymase grad energy.mlir --function energy -o gradient.mlir
//   zymase lower gradient.mlir --header gradient.h -o gradient.ll
//   clang-22 -O2 main.c gradient.ll -lm && ./a.out
#include "gradient.h"
#include <math.h>
#include <stdio.h>

#define N 5

// What energy.mlir computes.
static double formula(const double *x, double k) {
  double sum = 0;
  for (int i = 0; i + 1 < N; i++) sum += (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
  return k * sum + x[0] * x[0];
}

int main(void) {
  double x[N] = {0.1, 0.5, 0.4, 1.2, 1.1}, dx[N] = {0}, k = 1.5, value, dk;
  struct zymase_memref_1d mx = {x, x, 0, {N}, {1}}, mdx = {dx, dx, 0, {N}, {1}};
  // Memory, its shadow, the number, the seed; then where results go: the value, and the derivative by the number.
  energy(&mx, &mdx, k, 1.0, &value, &dk);
  double step = 1e-6, worst = fabs(value - formula(x, k));
  for (int i = 0; i < N; i++) {
    double old = x[i];
    x[i] = old + step;
    double high = formula(x, k);
    x[i] = old - step;
    double low = formula(x, k);
    x[i] = old;
    worst = fmax(worst, fabs(dx[i] - (high - low) / (2 * step)));
  }
  worst = fmax(worst, fabs(dk - (formula(x, k + step) - formula(x, k - step)) / (2 * step)));
  printf("energy %g, d/dk %g, d/dx %g %g %g %g %g\n", value, dk, dx[0], dx[1], dx[2], dx[3], dx[4]);
  return worst < 1e-8 ? 0 : 1;
}
