// Prefix sums in three parts: sums of blocks, their prefix sums, and those within the blocks.
#include "driver.h"
enum { N = 100000, BLOCKS = 16 };
static double *a, *sums;

__attribute__((noinline)) void scan(double *result, const double *a, int n, int blocks) {
  double offsets[BLOCKS + 1] = {0};
#pragma omp parallel
  {
#pragma omp for
    for (int b = 0; b < blocks; ++b) {
      double sum = 0;
      for (int i = (long)n * b / blocks; i < (long)n * (b + 1) / blocks; ++i)
        sum += a[i];
      offsets[b + 1] = sum;
    }
#pragma omp single
    for (int b = 0; b < blocks; ++b)
      offsets[b + 1] += offsets[b];
#pragma omp for
    for (int b = 0; b < blocks; ++b) {
      double sum = offsets[b];
      for (int i = (long)n * b / blocks; i < (long)n * (b + 1) / blocks; ++i)
        result[i] = sum += a[i];
    }
  }
}

static void prepare(void) { a = a ? a : array(N), sums = sums ? sums : array(N); }
static void kernel(void) { scan(sums, a, N, BLOCKS); }
static double checksum(void) { return sums[10] + sums[N / 2] + sums[N - 1]; }
