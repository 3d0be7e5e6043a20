/* bench: ODE with a state of 1 kB
   sizes: 10000 100000
   check: 20

   Midpoint steps (the size) of 128 equations, each coupled to its neighbour, with two parameters. */
#include "workload.h"

enum { N = 128 };

static double integrate(int steps, const double *RESTRICT parameters, const double *RESTRICT start) {
  double y[N], middle[N], h = 1e-6, sum = 0;
  memcpy(y, start, sizeof y);
  for (int t = 0; t < steps; ++t) {
    CHECKPOINT();
    for (int i = 0; i < N; ++i)
      middle[i] = y[i] + 0.5 * h * (parameters[0] * y[(i + 1) % N] - parameters[1] * y[i] * y[i]);
    for (int i = 0; i < N; ++i)
      y[i] += h * (parameters[0] * middle[(i + 1) % N] - parameters[1] * middle[i] * middle[i]);
  }
  for (int i = 0; i < N; ++i)
    sum += y[i] * y[i];
  return sum;
}

static int steps;
static double *parameters, *start;

void setup(int size) {
  steps = size;
  parameters = input(2, 0.5, 1);
  start = input(N, 1, 2);
}

double primal(void) { return integrate(steps, parameters, start); }

void gradient(void) {
  __enzyme_autodiff((void *)integrate, enzyme_const, steps, enzyme_dup, parameters, shadow(parameters), enzyme_dup, start,
                    shadow(start));
}
