/* bench: in-place stencil
   sizes: 2000
   check: 20

   A smoothing that overwrites its own input, swept many times. */
#include "workload.h"

enum { SWEEPS = 100 };

static double sweep(int n, int sweeps, double *RESTRICT u) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i + 1 < n; ++i)
      u[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.01 * u[i] * u[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

static int n;
static double *start, *work, *dwork;

void setup(int size) {
  n = size;
  start = input(size, 0, 1);
  work = malloc(size * sizeof(double));
  dwork = malloc(size * sizeof(double));
}

double primal(void) {
  memcpy(work, start, n * sizeof(double));
  return sweep(n, SWEEPS, work);
}

void gradient(void) {
  memcpy(work, start, n * sizeof(double));
  memset(dwork, 0, n * sizeof(double));
  __enzyme_autodiff((void *)sweep, enzyme_const, n, enzyme_const, SWEEPS, enzyme_dup, work, dwork);
  memcpy(shadow(start), dwork, n * sizeof(double));
}
