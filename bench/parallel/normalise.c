// Normalisation: the same norm for every element.
#include "driver.h"
enum { N = 20000 };
static double *in, *out;

__attribute__((noinline)) double magnitude(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum);
}

__attribute__((noinline)) void normalise(double *restrict y, const double *restrict x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[i] / magnitude(x, n);
}

static void prepare(void) { in = in ? in : array(N), out = out ? out : array(N); }
static void kernel(void) { normalise(out, in, N); }
static double checksum(void) { return magnitude(out, N) + out[N / 3]; }
