// run:
// Constant arguments of a function with a rule: shadows that the rule leaves alone need not exist.
#include "check.h"
#include <zymase/autodiff.h>
static double dot(const double *x, const double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * w[i];
  return sum;
}
static double augmented_dot(const double *x, double *dx, const double *w, double *dw, int n) {
  (void)dx, (void)dw;
  return dot(x, w, n);
}
static void reverse_dot(const double *x, double *dx, const double *w, double *dw, int n, double seed) {
  (void)x, (void)dw;
  for (int i = 0; i < n; ++i)
    dx[i] += 6 * w[i] * seed;
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)augmented_dot, (void *)reverse_dot};

static double mul(double x, double y) { return x * y; }
static double augmented_mul(double x, double y) { return x * y; }
struct pair {
  double x, y;
};
static struct pair reverse_mul(double x, double y, double seed) {
  struct pair d = {5 * y * seed, 7 * x * seed};
  return d;
}
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)augmented_mul, (void *)reverse_mul};

static const double table[2] = {10, 20};
static double by_table(double *x) { return dot(x, table, 2); }

int main(void) {
  double x[2] = {1, 2}, dx[2] = {0, 0}, w[2] = {3, 4};
  __enzyme_autodiff((void *)dot, enzyme_dup, x, dx, enzyme_const, w, 2);
  check_close("dot 0", dx[0], 18, 1e-13);
  check_close("dot 1", dx[1], 24, 1e-13);
  dx[0] = dx[1] = 0;
  __enzyme_autodiff((void *)by_table, x, dx);
  check_close("table 1", dx[1], 120, 1e-13);
  check_close("mul x", __enzyme_autodiff((void *)mul, 2.0, enzyme_const, 3.0), 15, 1e-13);
  check_close("mul y", __enzyme_autodiff((void *)mul, enzyme_const, 2.0, 3.0), 14, 1e-13);
  return 0;
}
