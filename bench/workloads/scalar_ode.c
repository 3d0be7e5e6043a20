/* bench: scalar ODE, 10^6 steps
   sizes: 1000000
   check: 100

   Explicit Euler steps of one equation with two parameters: the adjoint that goes from step to step is all there is to wait for. */
#include "workload.h"

static double integrate(int steps, const double *RESTRICT parameters) {
  double x = parameters[0], h = 1.0 / steps;
  for (int i = 0; i < steps; ++i)
    x += h * (parameters[1] * x - parameters[2] * x * x * x);
  return x;
}

static int steps;
static double *parameters;

void setup(int size) {
  steps = size;
  parameters = input(3, 0.5, 1);
}

double primal(void) { return integrate(steps, parameters); }

void gradient(void) { __enzyme_autodiff((void *)integrate, enzyme_const, steps, enzyme_dup, parameters, shadow(parameters)); }

/* By hand: the states are kept. */
void hand(void) {
  double *states = malloc(steps * sizeof(double)), x = parameters[0], h = 1.0 / steps, *d = shadow(parameters);
  for (int i = 0; i < steps; ++i) {
    states[i] = x;
    x += h * (parameters[1] * x - parameters[2] * x * x * x);
  }
  double dx = 1, linear = 0, cubic = 0;
  for (int i = steps - 1; i >= 0; --i) {
    x = states[i];
    linear += h * dx * x;
    cubic -= h * dx * x * x * x;
    dx *= 1 + h * (parameters[1] - 3 * parameters[2] * x * x);
  }
  d[0] += dx;
  d[1] += linear;
  d[2] += cubic;
  free(states);
}
