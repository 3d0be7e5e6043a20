/* A heat equation in two dimensions, explicit steps, two arrays in turn. */
#include "scaling.h"

const char *program_name = "stencil";
enum { SIDE = 1200, STEPS = 8 };
int program_size(void) { return SIDE * SIDE; }

static void step(const double *restrict u, double *restrict v) {
#pragma omp parallel for
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < SIDE - 1; j++) {
      double here = u[i * SIDE + j];
      double around = u[(i - 1) * SIDE + j] + u[(i + 1) * SIDE + j] + u[i * SIDE + j - 1] + u[i * SIDE + j + 1];
      v[i * SIDE + j] = here + 0.1 * (around - 4 * here) + 0.01 * here * here;
    }
}

double program(const double *x, int n) {
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    u[i] = v[i] = x[i];
  for (int t = 0; t < STEPS; t += 2) {
    step(u, v);
    step(v, u);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += u[i] * u[i];
  free(u);
  free(v);
  return sum / n;
}
