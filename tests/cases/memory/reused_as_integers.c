// Memory that held doubles takes integers later. The program never looks at the doubles again, the reverse sweep would:
// that stores of another type do not overwrite them is true for the program only.
#include <math.h>
#include <stdlib.h>

// check: double stored(int n = 3, double *x = {0, 0.5, 1})
// value: 11.107337927389695
// expect: x = {2, 5.43656365691809, 14.7781121978613}
double stored(int n, double *x) {
  void *memory = malloc(n * sizeof(double));
  double *y = memory, sum = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = exp(x[i]);
    sum += y[i] * y[i];
  }
  long *counts = memory, total = 0;
  for (int i = 0; i < n; ++i)
    counts[i] = 3 * i;
  for (int i = 0; i < n; ++i)
    total += counts[i] & 1;
  free(memory);
  return total == 1 ? sum : -sum;
}

// check: double loaded(int n = 3, double *x = {1, 0.5, 2})
// value: 9.125
// expect: x = {3, 0.75, 12}
double loaded(int n, double *x) {
  void *memory = malloc(n * sizeof(double));
  double *y = memory, sum = 0;
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int i = 0; i < n; ++i) {
    double v = y[2 * i % n];
    sum += v * v * v;
  }
  long *counts = memory, total = 0;
  for (int i = 0; i < n; ++i)
    counts[i] = 3 * i;
  for (int i = 0; i < n; ++i)
    total += counts[i] & 1;
  free(memory);
  return total == 1 ? sum : -sum;
}

struct arena {
  char *start;
  long used;
};

static void *take(struct arena *arena, long bytes) {
  void *piece = arena->start + arena->used;
  arena->used += bytes;
  return piece;
}

// One block of memory serves both steps.
// check: double arena(int n = 3, double *x = {1, 0.5, 2})
// value: 9.125
// expect: x = {3, 0.75, 12}
double arena(int n, double *x) {
  struct arena arena = {malloc(2 * n * sizeof(double)), 0};
  double *y = take(&arena, n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int i = 0; i < n; ++i) {
    double v = y[2 * i % n];
    sum += v * v * v;
  }
  arena.used = 0;
  long *counts = take(&arena, n * sizeof(long)), total = 0;
  for (int i = 0; i < n; ++i)
    counts[i] = 3 * i;
  for (int i = 0; i < n; ++i)
    total += counts[i] & 1;
  free(arena.start);
  return total == 1 ? sum : -sum;
}
