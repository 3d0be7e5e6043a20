// Second derivatives of a sum over points whose gradient runs forwards and backwards at once: forward and reverse mode of the
// gradient, and differences of it; the value is asked for beside the gradient, and several directions at once.
// run:
#include "check.h"

extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_primal_return;
void __enzyme_autodiff_gradient(void *, ...);
double __enzyme_autodiff_value(void *, ...);
void __enzyme_autodiff_again(void *, ...);
void __enzyme_fwddiff(void *, ...);

enum { POINTS = 5, SIZE = 3 };

static double loss(int n, int m, const double *restrict x, const double *restrict p) {
  double *work = malloc(m * sizeof(double));
  double total = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < m; ++i)
      work[i] = sin(p[i] * x[k * m + i]);
    for (int i = 1; i < m; ++i)
      work[i] *= work[i - 1] + p[i];
    total += exp(work[m - 1]) * work[0];
  }
  free(work);
  return total;
}

static void gradient(const double *x, const double *p, double *dp) {
  for (int i = 0; i < SIZE; ++i)
    dp[i] = 0;
  __enzyme_autodiff_gradient((void *)loss, enzyme_const, POINTS, enzyme_const, SIZE, enzyme_const, x, enzyme_dup, p, dp);
}

static double along(const double *x, const double *p, const double *v) {
  double dp[SIZE], sum = 0;
  gradient(x, p, dp);
  for (int i = 0; i < SIZE; ++i)
    sum += dp[i] * v[i];
  return sum;
}

int main(void) {
  double x[POINTS * SIZE], p[SIZE] = {0.4, -0.7, 1.1}, v[SIZE] = {0.3, 0.5, -0.2};
  for (int i = 0; i < POINTS * SIZE; ++i)
    x[i] = 0.2 + 0.13 * i - 0.01 * i * i;
  double value = 0, dp[SIZE] = {0};
  value = __enzyme_autodiff_value((void *)loss, enzyme_primal_return, enzyme_const, POINTS, enzyme_const, SIZE, enzyme_const, x,
                                  enzyme_dup, p, dp);
  check_close("value", value, loss(POINTS, SIZE, x, p), 1e-14);
  for (int i = 0; i < SIZE; ++i) {
    double here = p[i], step = 1e-6;
    p[i] = here + step;
    double above = loss(POINTS, SIZE, x, p);
    p[i] = here - step;
    double below = loss(POINTS, SIZE, x, p);
    p[i] = here;
    check_close("gradient against differences", dp[i], (above - below) / (2 * step), 1e-7);
  }
  double forward[SIZE], primal[SIZE], reverse[SIZE] = {0};
  __enzyme_fwddiff((void *)gradient, enzyme_const, x, enzyme_dup, p, v, enzyme_dup, primal, forward);
  __enzyme_autodiff_again((void *)along, enzyme_const, x, enzyme_dup, p, reverse, enzyme_const, v);
  double above[SIZE], below[SIZE], moved[SIZE], step = 1e-5;
  for (int i = 0; i < SIZE; ++i)
    moved[i] = p[i] + step * v[i];
  gradient(x, moved, above);
  for (int i = 0; i < SIZE; ++i)
    moved[i] = p[i] - step * v[i];
  gradient(x, moved, below);
  for (int i = 0; i < SIZE; ++i) {
    check_close("gradient", primal[i], dp[i], 1e-12);
    check_close("forward over reverse against differences", forward[i], (above[i] - below[i]) / (2 * step), 1e-6);
    check_close("reverse over reverse against forward over reverse", reverse[i], forward[i], 1e-10);
  }
  return 0;
}
