// A stencil in two dimensions, a few sweeps over two arrays.
#include "driver.h"
enum { N = 300, SWEEPS = 4 };
static double *a, *b;

__attribute__((noinline)) void sweep(double *to, const double *from, int n, double k, double h) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      to[i * n + j] = from[i * n + j] + k / (h * h) * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] +
                                                       from[i * n + j + 1] - 4 * from[i * n + j]);
}

static void prepare(void) { free(a), free(b), a = array(N * N), b = array(N * N); }
static void kernel(void) {
  for (int s = 0; s < SWEEPS; s += 2)
    sweep(b, a, N, 0.1, 1.0), sweep(a, b, N, 0.1, 1.0);
}
static double checksum(void) { return a[N * N / 2 + 17] + b[N + 1]; }
