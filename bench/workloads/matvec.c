/* bench: mat-vec chain
   sizes: 400
   check: 10

   y = A tanh(A x) and its squared norm, with plain loops. */
#include "workload.h"

static void matvec(int n, const double *RESTRICT a, const double *RESTRICT x, double *RESTRICT y) {
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
  }
}

static void chain(int n, const double *RESTRICT a, const double *RESTRICT x, double *RESTRICT err) {
  double *t = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
  matvec(n, a, x, t);
  for (int i = 0; i < n; ++i)
    t[i] = tanh(t[i]);
  matvec(n, a, t, y);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  *err = sum;
  free(y);
  free(t);
}

static int n;
static double *a, *x;

void setup(int size) {
  n = size;
  a = input((size_t)size * size, -0.1, 0.1);
  x = input(size, -1, 1);
}

double primal(void) {
  double err;
  chain(n, a, x, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)chain, enzyme_const, n, enzyme_dup, a, shadow(a), enzyme_dup, x, shadow(x), enzyme_dupnoneed, &err,
                    &seed);
}

void hand(void) {
  double *da = shadow(a), *dx = shadow(x);
  double *t = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double)), *dt = calloc(n, sizeof(double));
  matvec(n, a, x, t);
  for (int i = 0; i < n; ++i)
    t[i] = tanh(t[i]);
  matvec(n, a, t, y);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      da[i * n + j] += 2 * y[i] * t[j];
      dt[j] += 2 * y[i] * a[i * n + j];
    }
  for (int i = 0; i < n; ++i)
    dt[i] *= 1 - t[i] * t[i];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      da[i * n + j] += dt[i] * x[j];
      dx[j] += dt[i] * a[i * n + j];
    }
  free(dt);
  free(y);
  free(t);
}
