// flags: -fopenmp
// Threads compute between messages, and the first of them calls MPI inside of a parallel region.
#include "ranks.h"

enum { CELLS = 24 };

static double sweep(const double *u, double *next) {
  double change = 0;
#pragma omp parallel for reduction(+ : change) num_threads(2)
  for (int i = 1; i <= CELLS; i++) {
    next[i] = u[i] + 0.1 * (u[i - 1] * u[i] + u[i + 1] - 2 * u[i]);
    change += (next[i] - u[i]) * (next[i] - u[i]);
  }
  return change;
}

static void exchange(double *u, int before, int next) {
  MPI_Request requests[4];
  MPI_Irecv(&u[0], 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&u[CELLS + 1], 1, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&u[CELLS], 1, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&u[1], 1, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next_rank = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double *u = (double *)calloc(CELLS + 2, sizeof *u), *next = (double *)calloc(CELLS + 2, sizeof *next), sum = 0, all;
#pragma omp parallel for num_threads(2)
  for (int i = 1; i <= CELLS; i++) u[i] = x[i % n] * (1 + 0.02 * i);
  for (int t = 0; t < 4; t++) {
    exchange(u, before, next_rank);
    sum += sweep(u, next);
    double *swap = u;
    u = next, next = swap;
  }
#ifndef REGIONS_ONLY
  double shared = 0, mine = sum * x[0];
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    MPI_Allreduce(&mine, &shared, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp for
    for (int i = 1; i <= CELLS; i++) u[i] *= shared;
  }
#endif
  all = 0;
  for (int i = 1; i <= CELLS; i++) all += u[i] * u[i];
  free(u);
  free(next);
  return all + sum;
}
