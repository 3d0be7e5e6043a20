// The main program of each workload: runs `kernel` for the milliseconds it is told and prints its best time and `checksum`.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void prepare(void);
static void kernel(void);
static double checksum(void);

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double noise(unsigned *state) { return (*state = *state * 1664525u + 1013904223u) / 4294967296.0; }

static double *array(size_t n) {
  double *a = malloc(n * sizeof *a);
  unsigned state = 7;
  for (size_t i = 0; i < n; ++i)
    a[i] = noise(&state);
  return a;
}

int main(int argc, char **argv) {
  double limit = argc > 1 ? atof(argv[1]) * 1e-3 : 0.2, best = 1e9, started = seconds();
  prepare();
  do {
    double before = seconds();
    kernel();
    double taken = seconds() - before;
    best = taken < best ? taken : best;
  } while (seconds() - started < limit);
  prepare();
  kernel();
  printf("%.9f %.9g\n", best, checksum());
}
