/* bench: power iteration, sparse
   sizes: 4000
   check: 30

   Normalised power iteration with a sparse matrix by compressed rows, between two vectors, then the Rayleigh quotient; active are
   the entries of the matrix and the start. */
#include "workload.h"

enum { ITERATIONS = 30, PER_ROW = 12 };

static void multiply(int n, const int *RESTRICT starts, const int *RESTRICT columns, const double *RESTRICT values,
                     const double *RESTRICT x, double *RESTRICT y) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

static double dot(int n, const double *RESTRICT x, const double *RESTRICT y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

static void eigenvalue(int n, int iterations, const int *RESTRICT starts, const int *RESTRICT columns,
                       const double *RESTRICT values, const double *RESTRICT start, double *RESTRICT result) {
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
  memcpy(x, start, n * sizeof(double));
  for (int iteration = 0; iteration < iterations; ++iteration) {
    multiply(n, starts, columns, values, x, y);
    double scale = 1 / sqrt(dot(n, y, y));
    for (int i = 0; i < n; ++i)
      y[i] *= scale;
    double *swap = x;
    x = y;
    y = swap;
  }
  multiply(n, starts, columns, values, x, y);
  *result = dot(n, x, y) / dot(n, x, x);
  free(y);
  free(x);
}

static int n, *starts, *columns;
static double *values, *start;

void setup(int size) {
  n = size;
  starts = malloc((size + 1) * sizeof(int));
  columns = malloc((size_t)size * 2 * PER_ROW * sizeof(int));
  starts[0] = 0;
  for (int i = 0; i < size; ++i) {
    int entries = 1 + (int)uniform(0, 2 * PER_ROW - 1);
    starts[i + 1] = starts[i] + entries;
    for (int k = 0; k < entries; ++k)
      columns[starts[i] + k] = (int)uniform(0, size);
  }
  values = input(starts[size], 0, 1);
  start = input(size, 0.5, 1);
}

double primal(void) {
  double result;
  eigenvalue(n, ITERATIONS, starts, columns, values, start, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  __enzyme_autodiff((void *)eigenvalue, enzyme_const, n, enzyme_const, ITERATIONS, enzyme_const, starts, enzyme_const, columns,
                    enzyme_dup, values, shadow(values), enzyme_dup, start, shadow(start), enzyme_dupnoneed, &result, &seed);
}

static void multiply_back(const double *RESTRICT x, const double *RESTRICT dy, double *RESTRICT dvalues, double *RESTRICT dx) {
  for (int i = 0; i < n; ++i)
    for (int k = starts[i]; k < starts[i + 1]; ++k) {
      dvalues[k] += dy[i] * x[columns[k]];
      dx[columns[k]] += dy[i] * values[k];
    }
}

/* By hand: the normalised vectors and their norms are kept; a vector that is parallel to the result is projected out. */
void hand(void) {
  double *xs = malloc((ITERATIONS + 1) * (size_t)n * sizeof(double)), scales[ITERATIONS], *y = malloc(n * sizeof(double));
  double *dx = malloc(n * sizeof(double)), *dy = malloc(n * sizeof(double)), *dvalues = shadow(values);
  memcpy(xs, start, n * sizeof(double));
  for (int t = 0; t < ITERATIONS; ++t) {
    double *next = &xs[(t + 1) * n];
    multiply(n, starts, columns, values, &xs[t * n], next);
    scales[t] = 1 / sqrt(dot(n, next, next));
    for (int i = 0; i < n; ++i)
      next[i] *= scales[t];
  }
  const double *x = &xs[ITERATIONS * n];
  multiply(n, starts, columns, values, x, y);
  double square = dot(n, x, x), result = dot(n, x, y) / square;
  for (int i = 0; i < n; ++i) {
    dx[i] = (y[i] - 2 * result * x[i]) / square;
    dy[i] = x[i] / square;
  }
  multiply_back(x, dy, dvalues, dx);
  for (int t = ITERATIONS - 1; t >= 0; --t) {
    const double *next = &xs[(t + 1) * n];
    double along = dot(n, next, dx);
    for (int i = 0; i < n; ++i)
      dy[i] = scales[t] * (dx[i] - along * next[i]);
    double *to = t ? dx : shadow(start);
    memset(to, 0, n * sizeof(double));
    multiply_back(&xs[t * n], dy, dvalues, to);
  }
  free(dy);
  free(dx);
  free(y);
  free(xs);
}
