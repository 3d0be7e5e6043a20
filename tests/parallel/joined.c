// Regions that follow each other, or that a loop starts again and again, with what must keep them apart between them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
static double *fresh(void) {
  double *a = malloc(N * sizeof *a);
  for (int i = 0; i < N; ++i)
    a[i] = (i * 37 % 101) / 101.0;
  return a;
}

// Two arrays change places in each round.
__attribute__((noinline)) static double swap(double *old, double *new, int rounds) {
  for (int t = 0; t < rounds; ++t) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; ++i)
      new[i] = 0.25 * old[i - 1] + 0.5 * old[i] + 0.25 * old[i + 1];
    double *kept = old;
    old = new, new = kept;
  }
  return old[N / 2] + new[3];
}

// A neighbour's element is read behind the barrier.
__attribute__((noinline)) static void follow(double *a, double *b, double *c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i] * 2;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    c[i] = b[n - 1 - i] + b[i];
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < n; ++i)
    a[i] = c[(i + 7) % n] - b[(i + n / 2) % n];
}

// What the caller reads or writes between keeps the regions apart.
__attribute__((noinline)) static int until_small(double *a, double *b, double limit) {
  int rounds = 0;
  double change = 1;
  while (change > limit && rounds < 50) {
    change = 0;
#pragma omp parallel for
    for (int i = 1; i < N - 1; ++i)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
#pragma omp parallel for reduction(max : change)
    for (int i = 1; i < N - 1; ++i) {
      double by = b[i] > a[i] ? b[i] - a[i] : a[i] - b[i];
      change = by > change ? by : change;
      a[i] = b[i];
    }
    ++rounds;
  }
  return rounds;
}

// Local arrays of each thread, and a sum that is read behind.
__attribute__((noinline)) static double locals(const double *a, int rounds) {
  double total = 0;
  for (int t = 0; t < rounds; ++t) {
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      double w[4] = {1, 2, 3, 4};
#pragma omp for
      for (int i = 0; i < N; ++i) {
        w[i % 4] += 0.5;
        sum += a[i] * (i % 4 + t);
      }
    }
    total += sum;
  }
  return total;
}

// firstprivate: every region starts with the caller's value.
__attribute__((noinline)) static void first(int *a, int n, int from) {
  int k = from;
#pragma omp parallel for firstprivate(k) schedule(static, 1)
  for (int i = 0; i < n; ++i)
    a[i] = k, k += n > 2000;
#pragma omp parallel for firstprivate(k) schedule(static, 1)
  for (int i = 0; i < n; ++i)
    a[i] += 10 * k, k += n > 2000;
}

// lastprivate, and the number of threads asked for, which may differ.
__attribute__((noinline)) static int counted(int *a, int n) {
  int last = -1, teams = 0;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; ++i)
    a[i] = i, last = i * 2;
#pragma omp parallel num_threads(2)
#pragma omp single
  teams += omp_get_num_threads() <= 2;
#pragma omp parallel num_threads(3)
#pragma omp single
  teams += omp_get_num_threads() <= 3;
  return last + teams;
}

// A team that is cancelled ends; the next one begins.
__attribute__((noinline)) static int cancelled(int *a, int n) {
  int found = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (a[i] == n / 2) {
#pragma omp atomic write
        found = 1;
#pragma omp cancel for
      }
    }
  }
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return found * sum;
}

// Tasks of one region are done before the next begins.
__attribute__((noinline)) static void tasks(double *a, double *b, int n) {
#pragma omp parallel
#pragma omp single nowait
  for (int i = 0; i < n; i += 50)
#pragma omp task firstprivate(i)
    for (int k = i; k < i + 50 && k < n; ++k)
      a[k] = 2 * a[k] + k;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i];
}

// Steps whose ranges grow: one loop of regions in another.
__attribute__((noinline)) static void nested(double *a, int n) {
  for (int k = 0; k < n; ++k)
    for (int s = 1; s < n - k; s *= 2) {
#pragma omp parallel for
      for (int i = k; i < n - s; ++i)
        a[i] += 0.001 * i * s;
    }
}

int main(void) {
  double *a = fresh(), *b = fresh(), *c = fresh();
  printf("%.12g\n", swap(a, b, 33));
  printf("%.12g\n", swap(a, b, 0));
  follow(a, b, c, N);
  follow(a, b, c, 1);
  follow(a, b, c, 0);
  printf("%.12g %.12g %.12g\n", a[17], b[N - 1], c[500]);
  printf("%d %.12g\n", until_small(a, b, 1e-3), a[400]);
  printf("%.9g\n", locals(fresh(), 5));
  int *m = malloc(N * sizeof *m);
  first(m, N, 4);
  printf("%d %d\n", m[0], m[N - 1]);
  printf("%d\n", counted(m, N));
  printf("%d\n", cancelled(m, N));
  tasks(a, b, N);
  printf("%.12g\n", b[3] + b[996]);
  nested(a, 24);
  printf("%.12g %.12g\n", a[0], a[20]);
}
