// Threads find out where to read, and read what others read too: none of their contributions to the derivative there is lost.
// flags: -fopenmp
#include <omp.h>
#include <math.h>

// The nearest of a few points, which is the first for all.
// check: double nearest(int n = 20000, int m = 3, double *x = {2, 3, 4})
// value: 46668.166675
// expect: x = {60001, 0, 0}
double nearest(int n, int m, double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
  for (int i = 0; i < n; i++) {
    double best = INFINITY;
    for (long k = 0; k < m; k++) {
      double distance = (x[k] - (double)i / n) * (x[k] - (double)i / n);
      if (distance < best)
        best = distance;
    }
    sum += best;
  }
  return sum;
}

// A table, searched for every number.
// check: double looked_up(int n = 20000, int m = 3, inactive double *edges = {0.001, 0.5, 0.9}, double *table = {2, 3, 4})
// value: 179795
// expect: table = {164, 119754, 0}
double looked_up(int n, int m, double *edges, double *table) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
  for (int i = 0; i < n; i++) {
    double energy = 0.499 * i / n;
    long k = 0;
    while (k + 1 < m && edges[k] < energy)
      k++;
    sum += table[k] * table[k];
  }
  return sum;
}
