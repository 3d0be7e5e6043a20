// A histogram: every thread counts for itself, then the counts are added.
#include "driver.h"
enum { N = 200000, BINS = 64 };
static double *a;
static long counts[BINS];

__attribute__((noinline)) void count(const double *a, int n, double low, double high, long *result) {
  long bins[BINS] = {0};
#pragma omp parallel for reduction(+ : bins[ : BINS])
  for (int i = 0; i < n; ++i) {
    int bin = (int)((a[i] - low) / (high - low) * BINS);
    bins[bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin]++;
  }
  for (int k = 0; k < BINS; ++k)
    result[k] = bins[k];
}

static void prepare(void) { a = a ? a : array(N); }
static void kernel(void) { count(a, N, 0.1, 0.9, counts); }
static double checksum(void) { return counts[0] * 3.0 + counts[17] + counts[BINS - 1]; }
