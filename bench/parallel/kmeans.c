// Nearest centres, and the sums that the next centres are made of.
#include "driver.h"
enum { N = 10000, D = 4, K = 8 };
static double *points, *centres, sums[K * D + K];

__attribute__((noinline)) void assign(const double *points, int n, int d, int k, const double *centres, double *result) {
  double totals[K * D + K] = {0};
#pragma omp parallel for reduction(+ : totals[ : K * D + K])
  for (int i = 0; i < n; ++i) {
    int nearest = 0;
    double least = 1e300;
    for (int c = 0; c < k; ++c) {
      double distance = 0;
      for (int j = 0; j < d; ++j) {
        double t = points[i * d + j] - centres[c * d + j];
        distance += t * t;
      }
      if (distance < least)
        least = distance, nearest = c;
    }
    for (int j = 0; j < d; ++j)
      totals[nearest * d + j] += points[i * d + j];
    totals[K * D + nearest] += 1;
  }
  for (int i = 0; i < K * D + K; ++i)
    result[i] = totals[i];
}

static void prepare(void) { points = points ? points : array(N * D), centres = centres ? centres : array(K * D); }
static void kernel(void) { assign(points, N, D, K, centres, sums); }
static double checksum(void) { return sums[0] + sums[K * D - 1] + sums[K * D]; }
