// The factors of a matrix: the rows below each pivot at once.
#include "driver.h"
enum { N = 200 };
static double *a;

__attribute__((noinline)) void factor(double *a, int n) {
  for (int k = 0; k < n; ++k) {
#pragma omp parallel for
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

static void prepare(void) {
  free(a), a = array(N * N);
  for (int i = 0; i < N; ++i)
    a[i * N + i] += N;
}
static void kernel(void) { factor(a, N); }
static double checksum(void) { return a[1] + a[N * N / 2 + N / 2] + a[N * N - 1]; }
