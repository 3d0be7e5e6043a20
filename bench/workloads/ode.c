/* bench: ODE, 10^6 steps
   sizes: 1000000
   check: 100

   Explicit Euler steps of a damped pendulum with parameters. */
#include "workload.h"

static double integrate(int steps, const double *RESTRICT parameters) {
  double angle = parameters[0], speed = parameters[1], h = 1e-5;
  for (int i = 0; i < steps; ++i) {
    double force = -parameters[2] * angle - parameters[3] * speed * speed * speed;
    angle += h * speed;
    speed += h * force;
  }
  return angle * angle + 0.5 * speed;
}

static int steps;
static double *parameters;

void setup(int size) {
  steps = size;
  parameters = input(4, 0.5, 1);
}

double primal(void) { return integrate(steps, parameters); }

void gradient(void) { __enzyme_autodiff((void *)integrate, enzyme_const, steps, enzyme_dup, parameters, shadow(parameters)); }
