// A sparse matrix in rows times a vector, whose result is scaled.
#include "driver.h"
enum { N = 20000, PER_ROW = 7 };
static int *starts, *columns;
static double *values, *x, *y;

__attribute__((noinline)) void multiply(int n, const int *starts, const int *columns, const double *values, const double *x,
                                               double *y, double alpha) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      y[i] += alpha * values[k] * x[columns[k]];
  }
}

static void prepare(void) {
  if (x)
    return;
  values = array(N * PER_ROW), x = array(N), y = array(N), starts = malloc((N + 1) * sizeof *starts), columns = malloc(N * PER_ROW * sizeof *columns);
  for (int i = 0; i <= N; ++i)
    starts[i] = i * PER_ROW;
  for (int k = 0; k < N * PER_ROW; ++k)
    columns[k] = (k / PER_ROW + (k % PER_ROW) * 37) % N;
}
static void kernel(void) { multiply(N, starts, columns, values, x, y, 1.5); }
static double checksum(void) { return y[0] + y[N / 2] + y[N - 1]; }
