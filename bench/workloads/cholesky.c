/* bench: Cholesky, log-density
   sizes: 240
   check: 8

   The logarithm of a normal density: the covariance is factorised in place (lower triangle, row by row), then its log-determinant
   and the quadratic form of the observation by a forward substitution, also in place. */
#include "workload.h"

static void factorise(int n, double *RESTRICT a) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / a[j * n + j];
    }
    double sum = a[i * n + i];
    for (int k = 0; k < i; ++k)
      sum -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(sum);
  }
}

static void substitute(int n, const double *RESTRICT lower, double *RESTRICT x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      x[i] -= lower[i * n + k] * x[k];
    x[i] /= lower[i * n + i];
  }
}

static void log_density(int n, double *RESTRICT covariance, double *RESTRICT x, double *RESTRICT result) {
  factorise(n, covariance);
  substitute(n, covariance, x);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 0.5 * x[i] * x[i] + log(covariance[i * n + i]);
  *result = -sum;
}

static int n;
static double *covariance, *x, *factor, *dfactor, *solution, *dsolution;

void setup(int size) {
  n = size;
  covariance = input((size_t)size * size, -1, 1);
  x = input(size, -1, 1);
  for (int i = 0; i < size; ++i)
    covariance[i * size + i] = size;
  factor = malloc((size_t)size * size * sizeof(double));
  dfactor = malloc((size_t)size * size * sizeof(double));
  solution = malloc(size * sizeof(double));
  dsolution = malloc(size * sizeof(double));
}

static void reset(void) {
  memcpy(factor, covariance, (size_t)n * n * sizeof(double));
  memcpy(solution, x, n * sizeof(double));
}

double primal(void) {
  double result;
  reset();
  log_density(n, factor, solution, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  reset();
  memset(dfactor, 0, (size_t)n * n * sizeof(double));
  memset(dsolution, 0, n * sizeof(double));
  __enzyme_autodiff((void *)log_density, enzyme_const, n, enzyme_dup, factor, dfactor, enzyme_dup, solution, dsolution,
                    enzyme_dupnoneed, &result, &seed);
  memcpy(shadow(covariance), dfactor, (size_t)n * n * sizeof(double));
  memcpy(shadow(x), dsolution, n * sizeof(double));
}

/* By hand: the factor holds all that is needed; its derivative turns into the covariance's in place, rows from the last. */
void hand(void) {
  double *d = shadow(covariance), *dx = shadow(x);
  reset();
  factorise(n, factor);
  substitute(n, factor, solution);
  for (int i = n - 1; i >= 0; --i) {
    dx[i] = (dx[i] - solution[i]) / factor[i * n + i];
    d[i * n + i] = -(1 + dx[i] * solution[i] * factor[i * n + i]) / factor[i * n + i];
    for (int k = 0; k < i; ++k) {
      d[i * n + k] = -dx[i] * solution[k];
      dx[k] -= dx[i] * factor[i * n + k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    d[i * n + i] *= 0.5 / factor[i * n + i];
    for (int k = 0; k < i; ++k)
      d[i * n + k] -= 2 * d[i * n + i] * factor[i * n + k];
    for (int j = i - 1; j >= 0; --j) {
      double scaled = d[i * n + j] / factor[j * n + j];
      d[i * n + j] = scaled;
      d[j * n + j] -= scaled * factor[i * n + j];
      for (int k = 0; k < j; ++k) {
        d[i * n + k] -= scaled * factor[j * n + k];
        d[j * n + k] -= scaled * factor[i * n + k];
      }
    }
  }
}
