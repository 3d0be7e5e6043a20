// Mean, variance, extremes: several reductions in one region.
#include "driver.h"
enum { N = 100000 };
static double *a, mean, variance, least, greatest;

__attribute__((noinline)) void describe(const double *a, int n) {
  double sum = 0, squares = 0, low = a[0], high = a[0];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
#pragma omp parallel for reduction(+ : squares) reduction(min : low) reduction(max : high)
  for (int i = 0; i < n; ++i) {
    double d = a[i] - sum / n;
    squares += d * d;
    low = a[i] < low ? a[i] : low, high = a[i] > high ? a[i] : high;
  }
  mean = sum / n, variance = squares / n, least = low, greatest = high;
}

static void prepare(void) { a = a ? a : array(N); }
static void kernel(void) { describe(a, N); }
static double checksum(void) { return mean + variance + least + greatest; }
