/* bench: LU with pivoting
   sizes: 200
   check: 8

   A linear system by LU decomposition with partial pivoting, rows swapped in place, then both substitutions in place; the squared
   norm of the solution. */
#include "workload.h"

static void swap_rows(int n, double *RESTRICT one, double *RESTRICT other) {
  for (int j = 0; j < n; ++j) {
    double kept = one[j];
    one[j] = other[j];
    other[j] = kept;
  }
}

static void decompose(int n, double *RESTRICT a, int *RESTRICT pivots) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    pivots[k] = pivot;
    if (pivot != k)
      swap_rows(n, &a[k * n], &a[pivot * n]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

static void substitute(int n, const double *RESTRICT a, const int *RESTRICT pivots, double *RESTRICT x) {
  for (int i = 0; i < n; ++i) {
    double kept = x[i];
    x[i] = x[pivots[i]];
    x[pivots[i]] = kept;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= a[i * n + j] * x[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
}

static void solve(int n, double *RESTRICT a, double *RESTRICT x, double *RESTRICT result) {
  int *pivots = malloc(n * sizeof(int));
  decompose(n, a, pivots);
  substitute(n, a, pivots, x);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  *result = sum;
  free(pivots);
}

static int n;
static double *a, *b, *factors, *dfactors, *x, *dx;

void setup(int size) {
  n = size;
  a = input((size_t)size * size, -1, 1);
  b = input(size, -1, 1);
  for (int i = 0; i < size; ++i)
    a[i * size + i] += 2;
  factors = malloc((size_t)size * size * sizeof(double));
  dfactors = malloc((size_t)size * size * sizeof(double));
  x = malloc(size * sizeof(double));
  dx = malloc(size * sizeof(double));
}

static void reset(void) {
  memcpy(factors, a, (size_t)n * n * sizeof(double));
  memcpy(x, b, n * sizeof(double));
}

double primal(void) {
  double result;
  reset();
  solve(n, factors, x, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  reset();
  memset(dfactors, 0, (size_t)n * n * sizeof(double));
  memset(dx, 0, n * sizeof(double));
  __enzyme_autodiff((void *)solve, enzyme_const, n, enzyme_dup, factors, dfactors, enzyme_dup, x, dx, enzyme_dupnoneed, &result,
                    &seed);
  memcpy(shadow(a), dfactors, (size_t)n * n * sizeof(double));
  memcpy(shadow(b), dx, n * sizeof(double));
}

/* By hand: one more solve, with the transposed factors. */
void hand(void) {
  double *da = shadow(a), *db = shadow(b);
  int *pivots = malloc(n * sizeof(int));
  reset();
  decompose(n, factors, pivots);
  substitute(n, factors, pivots, x);
  for (int i = 0; i < n; ++i)
    db[i] = 2 * x[i];
  for (int i = 0; i < n; ++i) {
    db[i] /= factors[i * n + i];
    for (int j = i + 1; j < n; ++j)
      db[j] -= factors[i * n + j] * db[i];
  }
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < i; ++j)
      db[j] -= factors[i * n + j] * db[i];
  for (int i = n - 1; i >= 0; --i)
    swap_rows(1, &db[i], &db[pivots[i]]);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      da[i * n + j] -= db[i] * x[j];
  free(pivots);
}
