/* Bodies that attract each other: all pairs, a few steps. */
#include "scaling.h"

const char *program_name = "nbody";
enum { BODIES = 1500, STEPS = 2 };
int program_size(void) { return 4 * BODIES; }

struct body {
  double position[3], velocity[3], mass;
};

double program(const double *x, int n) {
  struct body *bodies = malloc(BODIES * sizeof *bodies);
  double energy = 0;
  for (int i = 0; i < BODIES; i++) {
    for (int k = 0; k < 3; k++) {
      bodies[i].position[k] = x[4 * i + k] * 10;
      bodies[i].velocity[k] = 0;
    }
    bodies[i].mass = x[4 * i + 3];
  }
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < BODIES; i++) {
      double force[3] = {0, 0, 0};
      for (int j = 0; j < BODIES; j++) {
        double d[3], square = 0.01;
        for (int k = 0; k < 3; k++) {
          d[k] = bodies[j].position[k] - bodies[i].position[k];
          square += d[k] * d[k];
        }
        double scale = bodies[j].mass / (square * sqrt(square));
        for (int k = 0; k < 3; k++)
          force[k] += scale * d[k];
      }
      for (int k = 0; k < 3; k++)
        bodies[i].velocity[k] += 0.001 * force[k];
    }
#pragma omp parallel for
    for (int i = 0; i < BODIES; i++)
      for (int k = 0; k < 3; k++)
        bodies[i].position[k] += 0.001 * bodies[i].velocity[k];
  }
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < 3; k++)
      energy += bodies[i].mass * bodies[i].velocity[k] * bodies[i].velocity[k];
  (void)n;
  free(bodies);
  return energy;
}
