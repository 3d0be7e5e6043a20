/* A shock tube in many zones: corner masses, viscosity, the equation of state of what an explosive leaves (Jones, Wilkins and Lee), and a step of time that all ranks agree in, as in Lagrangian hydrodynamics. Each rank has
   as many zones; forces and velocities at its ends come from its neighbours. Parameters are energies and masses. */
#include "ranks.h"

const char *program_name = "hydro";
enum { ZONES = 12000, STEPS = 20 };
int program_size(int ranks) { return (void)ranks, 2 * ZONES; }

/* Zones 0 and ZONES + 1 are those of the neighbours; node i is on the left of zone i. */
struct state {
  double *position, *velocity, *energy, *density, *pressure, *viscosity, *mass;
};
enum { PLACES = ZONES + 2 };

static double *array(void) { return calloc(PLACES, sizeof(double)); }

/* The shortest time in which sound crosses a zone. */
static double equation_of_state(struct state s) {
  double shortest = 1e30;
  for (int z = 1; z <= ZONES; z++) {
    double volume = s.position[z + 1] - s.position[z], slope = s.velocity[z + 1] - s.velocity[z];
    s.density[z] = s.mass[z] / volume;
    double relative = 1 / s.density[z], strong = 0.05 * (1 - 0.4 / (4 * relative)) * exp(-4 * relative), weak = 0.02 * (1 - 0.4 / relative) * exp(-relative);
    s.pressure[z] = strong + weak + 0.4 * s.density[z] * s.energy[z];
    double sound = sqrt(1.4 * fabs(s.pressure[z]) / s.density[z] + 1e-8);
    s.viscosity[z] = slope < 0 ? s.density[z] * (2.0 * slope * slope - 0.5 * sound * slope) : 0;
    shortest = fmin(shortest, volume / sound);
  }
  return shortest;
}

/* Pressures, viscosities and masses of the outer zones. */
static void exchange_zones(struct state s, int left, int right) {
  MPI_Request requests[4];
  double out[2][3] = {{s.pressure[1], s.viscosity[1], s.mass[1]}, {s.pressure[ZONES], s.viscosity[ZONES], s.mass[ZONES]}}, in[2][3] = {{0, 0, 0}, {0, 0, 0}};
  MPI_Irecv(in[0], 3, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in[1], 3, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(out[0], 3, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(out[1], 3, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  s.pressure[0] = in[0][0], s.viscosity[0] = in[0][1], s.mass[0] = in[0][2];
  s.pressure[ZONES + 1] = in[1][0], s.viscosity[ZONES + 1] = in[1][1], s.mass[ZONES + 1] = in[1][2];
}

static void advance(struct state s, double dt, int is_first, int is_last) {
  for (int i = 1 + is_first; i <= ZONES + 1 - is_last; i++) {
    double before = s.pressure[i - 1] + s.viscosity[i - 1], behind = s.pressure[i] + s.viscosity[i];
    s.velocity[i] += dt * (before - behind) * 2 / (s.mass[i - 1] + s.mass[i]);
  }
  for (int z = 1; z <= ZONES; z++) {
    double work = (s.pressure[z] + s.viscosity[z]) * (s.velocity[z + 1] - s.velocity[z]);
    s.energy[z] -= dt * work / s.mass[z];
  }
  for (int i = 1; i <= ZONES + 1; i++) s.position[i] += dt * s.velocity[i];
}

double program(const double *x, int n) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  struct state s = {array(), array(), array(), array(), array(), array(), array()};
  double total = 0;
  for (int z = 1; z <= ZONES; z++) {
    s.energy[z] = x[z - 1] * (z < ZONES / 2 ? 2.5 : 1);
    s.mass[z] = x[ZONES + z - 1] / ZONES;
  }
  for (int i = 1; i <= ZONES + 1; i++) s.position[i] = rank + (i - 1.0) / ZONES;
  for (int t = 0; t < STEPS; t++) {
    double shortest = equation_of_state(s), dt;
    exchange_zones(s, left, right);
    MPI_Allreduce(&shortest, &dt, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    advance(s, 0.1 * dt, rank == 0, rank == ranks - 1);
  }
  for (int z = 1; z <= ZONES; z++) total += s.mass[z] * s.energy[z] * s.energy[z] + s.mass[z] * s.velocity[z] * s.velocity[z];
  free(s.position), free(s.velocity), free(s.energy), free(s.density), free(s.pressure), free(s.viscosity), free(s.mass);
  (void)n;
  return total;
}
