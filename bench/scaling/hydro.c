/* A shock tube in many zones: corner masses, viscosity, an equation of state and half steps, as in Lagrangian hydrodynamics. */
#include "scaling.h"

const char *program_name = "hydro";
enum { ZONES = 200000, STEPS = 10 };
int program_size(void) { return 2 * ZONES; }

struct state {
  double *position, *velocity, *energy, *density, *pressure, *viscosity, *mass;
};

static double *array(int n) { return calloc(n, sizeof(double)); }

static void equation_of_state(struct state s) {
#pragma omp parallel for
  for (int z = 0; z < ZONES; z++) {
    double volume = s.position[z + 1] - s.position[z], slope = s.velocity[z + 1] - s.velocity[z];
    s.density[z] = s.mass[z] / volume;
    s.pressure[z] = 0.4 * s.density[z] * s.energy[z];
    double sound = sqrt(1.4 * s.pressure[z] / s.density[z] + 1e-8);
    s.viscosity[z] = slope < 0 ? s.density[z] * (2.0 * slope * slope - 0.5 * sound * slope) : 0;
  }
}

static void advance(struct state s, double dt) {
#pragma omp parallel for
  for (int i = 1; i < ZONES; i++) {
    double before = s.pressure[i - 1] + s.viscosity[i - 1], behind = s.pressure[i] + s.viscosity[i];
    s.velocity[i] += dt * (before - behind) * 2 / (s.mass[i - 1] + s.mass[i]);
  }
#pragma omp parallel for
  for (int z = 0; z < ZONES; z++) {
    double work = (s.pressure[z] + s.viscosity[z]) * (s.velocity[z + 1] - s.velocity[z]);
    s.energy[z] -= dt * work / s.mass[z];
  }
#pragma omp parallel for
  for (int i = 0; i <= ZONES; i++)
    s.position[i] += dt * s.velocity[i];
}

double program(const double *x, int n) {
  struct state s = {array(ZONES + 1), array(ZONES + 1), array(ZONES), array(ZONES), array(ZONES), array(ZONES), array(ZONES)};
  double total = 0;
#pragma omp parallel for
  for (int z = 0; z < ZONES; z++) {
    s.energy[z] = x[z] * (z < ZONES / 2 ? 2.5 : 1);
    s.mass[z] = x[ZONES + z] / ZONES;
  }
#pragma omp parallel for
  for (int i = 0; i <= ZONES; i++)
    s.position[i] = (double)i / ZONES;
  for (int t = 0; t < STEPS; t++) {
    equation_of_state(s);
    advance(s, 0.05 / ZONES);
  }
#pragma omp parallel for reduction(+ : total)
  for (int z = 0; z < ZONES; z++)
    total += s.mass[z] * s.energy[z] * s.energy[z] + s.mass[z] * s.velocity[z] * s.velocity[z];
  free(s.position), free(s.velocity), free(s.energy), free(s.density), free(s.pressure), free(s.viscosity), free(s.mass);
  (void)n;
  return total;
}
