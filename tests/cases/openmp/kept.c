// What threads keep from one phase of a region to the next, and whom they wait for.
// flags: -fopenmp
#include <math.h>
#include <omp.h>
#include <stdlib.h>

// Neighbours read the same elements, and every thread keeps its part of the sum.
// check: double neighbours(int n = 12, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5, 0.125, 1.75, 0.875})
// value: 40.15234375
// expect: x = {0.5625, 2.3125, 4.125, 7.75, 6.0625, 2, 9.5, 12.25, 15.015625, 3.6875, 1.203125, 3.0625}
double neighbours(int n, double *x) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 1; i < n; ++i)
    sum += x[i - 1] * x[i] * x[i];
  return sum;
}

// A critical section inside of another one.
// check: double nested_sections(int n = 6, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 226.41796875
// expect: x = {52.125, 78.1875, 130.3125, 156.375, 208.5, 26.0625}
double nested_sections(int n, double *x) {
  double sum = 0, squares = 0;
#pragma omp parallel num_threads(3)
  {
    double part = 0;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      part += x[i] * x[i];
#pragma omp critical(outer)
    {
      double before = sum;
#pragma omp critical(inner)
      squares += part * 3;
      sum = before + part;
    }
  }
  return sum * squares;
}

// Another region knows the address of a variable that this one only seems to read.
// check: double known_elsewhere(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 2.25
// expect: x = {0.5625, 6.5625, 0.5625, 0.5625}
double known_elsewhere(int n, double *x) {
  double value = x[0], sum = 0, *where = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  where = &value;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp single
    *where = x[1] * x[1];
#pragma omp for
    for (int i = 0; i < n; ++i)
      sum += value * x[i];
  }
  return sum;
}

struct view {
  double *start;
  int count;
};

__attribute__((noinline)) static struct view all_of(double *start, int count) {
  struct view made = {start, count};
  return made;
}

// A view of a thread's own array, across a barrier.
// check: double own_array(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 4.3125
// expect: x = {9.125, 0.75, 1.25, 1.5, 2}
double own_array(int n, double *x) {
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    double own[2] = {0, 0};
    struct view view = all_of(own, 2);
#pragma omp for
    for (int i = 0; i < n; ++i)
      view.start[i & 1] += x[i] * x[i];
#pragma omp barrier
    for (int i = 0; i < view.count; ++i)
      sum += view.start[i] * x[0];
  }
  return sum;
}

// A thread's own array that must be aligned.
// check: double aligned_array(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 181.125
// expect: x = {21, 273, 52.5, 63, 84}
double aligned_array(int n, double *x) {
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    __attribute__((aligned(64))) double own[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 8; ++k)
        own[k] += x[i] * x[i] * k;
    for (int k = 0; k < 8; ++k)
      sum += own[k] * x[1];
  }
  return sum;
}

// Threads take a lock.
// check: double locked(int n = 9, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 0.125})
// value: 1755.2524805069
// expect: x = {1404.20198440552, 1685.04238128662, 1712.44144439697, 1620.23305892944, 1404.20198440552,
//   826.001167297363, 1755.2524805069, 1053.15148830414, 432.062149047852}
double locked(int n, double *x) {
  omp_lock_t lock;
  double product = 1;
  omp_init_lock(&lock);
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < n; ++i) {
    omp_set_lock(&lock);
    product *= 1 + x[i] * x[i];
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return product;
}
