// The heat equation in three dimensions on a box that is cut along its first one: planes of neighbours are exchanged in every step.
#define COUNT 12
#include "ranks.h"

enum { LAYERS = 3, WIDTH = 4, PLANE = WIDTH * WIDTH };

static void step(const double *u, double *next, double conductivity) {
  for (int i = 1; i <= LAYERS; i++)
    for (int j = 0; j < WIDTH; j++)
      for (int k = 0; k < WIDTH; k++) {
        int at = i * PLANE + j * WIDTH + k;
        double around = u[at - PLANE] + u[at + PLANE];
        around += j ? u[at - WIDTH] : u[at];
        around += j < WIDTH - 1 ? u[at + WIDTH] : u[at];
        around += k ? u[at - 1] : u[at];
        around += k < WIDTH - 1 ? u[at + 1] : u[at];
        next[at] = u[at] + conductivity * (around - 6 * u[at]) * (1 + 0.1 * u[at]);
      }
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int below = rank > 0 ? rank - 1 : MPI_PROC_NULL, above = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  int cells = (LAYERS + 2) * PLANE;
  double *u = (double *)calloc(cells, sizeof(double)), *next = (double *)calloc(cells, sizeof(double)), conductivity = 0.05 + 0.01 * x[0], energy = 0, whole;
  MPI_Bcast(&conductivity, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < LAYERS * PLANE; i++) u[PLANE + i] = x[i % n] * cos(0.1 * i);
  for (int t = 0; t < 6; t++) {
    MPI_Sendrecv(u + PLANE, PLANE, MPI_DOUBLE, below, 0, u + (LAYERS + 1) * PLANE, PLANE, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + LAYERS * PLANE, PLANE, MPI_DOUBLE, above, 1, u, PLANE, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    step(u, next, conductivity);
    double *swap = u;
    u = next, next = swap;
  }
  for (int i = PLANE; i < (LAYERS + 1) * PLANE; i++) energy += u[i] * u[i];
  MPI_Allreduce(&energy, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(u);
  free(next);
  return whole * x[1];
}
