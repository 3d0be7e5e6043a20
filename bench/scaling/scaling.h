/* Measures a parallel program and its gradient: the least of several times, in milliseconds. */
#include <malloc.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

/* Every program defines these: its name, how many parameters it has, and what it computes from them. */
extern const char *program_name;
extern int program_size(void);
double program(const double *x, int n);

/* Start values between 0.5 and 1.5, the same everywhere. */
static void fill(double *x, int n) {
  unsigned state = 12345;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = 0.5 + (state >> 8) / 16777216.0;
  }
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 7, n = program_size();
  /* Large arrays that a program frees are not given back to the system: what is measured is not how fast pages come. */
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  double *x = malloc(n * sizeof *x), *dx = malloc(n * sizeof *dx), primal = 1e30, gradient = 1e30, value = 0;
  fill(x, n);
  for (int round = 0; round < rounds; round++) {
    double start = omp_get_wtime();
    value = program(x, n);
    double middle = omp_get_wtime();
    memset(dx, 0, n * sizeof *dx);
    double again = omp_get_wtime();
    __enzyme_autodiff((void *)program, enzyme_dup, x, dx, enzyme_const, n);
    double end = omp_get_wtime();
    primal = fmin(primal, middle - start);
    gradient = fmin(gradient, end - again);
  }
  /* One direction by central differences, as a check. */
  double along = 0, step = 1e-6, *p = malloc(n * sizeof *p), *m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++) {
    double direction = cos(i);
    along += dx[i] * direction;
    p[i] = x[i] + step * direction;
    m[i] = x[i] - step * direction;
  }
  double difference = (program(p, n) - program(m, n)) / (2 * step);
  int right = fabs(along - difference) <= 1e-3 * (1 + fabs(difference));
  printf("%-12s %3d %10.3f %10.3f %s\n", program_name, omp_get_max_threads(), primal * 1e3, gradient * 1e3,
         right ? "right" : "WRONG");
  (void)value;
  free(x), free(dx), free(p), free(m);
  return !right;
}
