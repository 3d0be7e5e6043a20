// Sorting by exchange of neighbours, even and odd pairs in turn.
#include "driver.h"
enum { N = 3000, ROUNDS = 60 };
static double *a;

__attribute__((noinline)) void sort(double *a, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) {
#pragma omp parallel for
    for (int i = round % 2; i < n - 1; i += 2) {
      double low = a[i] < a[i + 1] ? a[i] : a[i + 1], high = a[i] < a[i + 1] ? a[i + 1] : a[i];
      a[i] = low, a[i + 1] = high;
    }
  }
}

static void prepare(void) { free(a), a = array(N); }
static void kernel(void) { sort(a, N, ROUNDS); }
static double checksum(void) { return a[0] + 2 * a[N / 2] + 3 * a[N - 1]; }
