// What optimisation does to open regions: values used behind them, objects of threads in unrolled loops, variables of the file.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int changed, only_read = 5;

// The same quotient inside and behind: the optimiser computes it once.
static double used_behind(double *x, int n, double a, double b) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] += a / b;
  return a / b + x[n / 2];
}

static double used_behind_branch(double *x, int n, double a, double b) {
#pragma omp parallel
  {
    double q = a * 3 + b;
    if (a > 1)
      q = a / b;
#pragma omp for
    for (int i = 0; i < n; ++i)
      x[i] += q;
  }
  return (a > 1 ? a / b : a * 3 + b) + x[1];
}

// The loop around the region is unrolled; each copy has an array for each thread.
static double unrolled(double *x) {
  for (int t = 0; t < 3; ++t) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 12; ++i) {
      double w[6];
      for (int k = 0; k < 6; ++k)
        w[k] = (i + 1) * k + t;
      for (int r = 0; r < 40; ++r)
        w[(r * 5 + i) % 6] += w[(r + t) % 6] * 1e-3;
      for (int k = 0; k < 6; ++k)
        x[i] += w[k];
    }
  }
  double sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += x[i] * (i + 1);
  return sum;
}

// Written by one thread only, read behind.
static int written_once(int n, int wanted) {
  static int found;
  int local = -1;
  found = -1, changed = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i == wanted)
      found = i * only_read, local = i, changed += 3;
  return found + local * 1000 + changed * 7;
}

// The caller's variable changes between two regions that read it.
static int between(int *x, int n) {
  int step = 1, *p = &step, sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = step;
  *p = 10;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] += step;
#pragma omp parallel
  {
#pragma omp single
    *p += 100;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += x[i] + step;
  }
  return sum;
}

// Memory that nobody else knows, handed from one region to the next.
static double handed_on(int n) {
  double *a = malloc(n * sizeof *a), first;
  a[0] = 1;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i + 2;
  first = a[0];
#pragma omp parallel
  {
#pragma omp master
    a[0] = first * 2;
#pragma omp barrier
#pragma omp for
    for (int i = 1; i < n; ++i)
      a[i] += a[0];
  }
  first = a[0] + a[n - 1];
  free(a);
  return first;
}

// Number of threads inside and outside of regions, in the same function.
static int numbers(void) {
  int inside = 0, outside = omp_get_num_threads(), sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    sum += omp_get_thread_num();
#pragma omp single
    inside = omp_get_num_threads();
  }
  return outside * 100 + omp_get_num_threads() * 10 + inside + sum * 1000;
}

static int depth(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += n > 2 ? depth(n - 2) : i + 1;
  return sum;
}

// Nothing stops the region but the end of the program.
static void leave(int code) {
#pragma omp parallel
  {
#pragma omp single
    {
      fflush(stdout);
      exit(code);
    }
  }
}

int main(void) {
  enum { N = 50 };
  double x[N] = {0};
  int y[N];
  printf("%.12g\n", used_behind(x, N, 3, 7));
  printf("%.12g\n", used_behind_branch(x, N, 3, 7));
  printf("%.12g\n", unrolled(x));
  printf("%d\n", written_once(N, 17));
  printf("%d\n", between(y, N));
  printf("%.12g\n", handed_on(N));
  printf("%d\n", numbers());
  printf("%d\n", depth(5));
  leave(0);
}
