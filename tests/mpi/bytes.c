// Numbers that are sent as bytes: arrays, structs with integers among the numbers, parts of their own length, a datatype made of bytes.
#define COUNT 9
#include "ranks.h"

struct particle { int kind; double place[2]; float weight; double mass; };
struct setting { double step; int steps; double factor[2]; };

static double of_particles(const double *x, int rank, int ranks) {
  struct particle *mine = (struct particle *)malloc(3 * sizeof *mine), *got = (struct particle *)malloc(3 * sizeof *got);
  struct particle *all = (struct particle *)malloc(3 * ranks * sizeof *all);
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    mine[k].kind = k + rank, mine[k].weight = (float)k;
    mine[k].place[0] = x[k], mine[k].place[1] = x[k] * x[k + 1], mine[k].mass = x[k + 4];
  }
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Sendrecv(mine, 3 * sizeof *mine, MPI_BYTE, next, 0, got, 3 * sizeof *got, MPI_BYTE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 3; k++) sum += got[k].place[0] * got[k].place[1] * got[k].mass + got[k].weight * x[0] + got[k].kind;
  MPI_Datatype particle;
  MPI_Type_contiguous(sizeof(struct particle), MPI_BYTE, &particle);
  MPI_Type_commit(&particle);
  MPI_Allgather(mine, 3, particle, all, 3, particle, MPI_COMM_WORLD);
  for (int k = 0; k < 3 * ranks; k++) sum += all[k].mass * all[k].mass + all[k].place[1] * k + all[k].place[0] + all[k].weight + all[k].kind;
  MPI_Type_free(&particle);
  free(mine), free(got), free(all);
  return sum;
}

static double of_settings(const double *x, int rank) {
  struct setting s = {0, 0, {0, 0}};
  if (rank == 0) s.step = x[7], s.steps = 2, s.factor[0] = x[8], s.factor[1] = x[1];
  MPI_Bcast(&s, sizeof s, MPI_BYTE, 0, MPI_COMM_WORLD);
  double sum = 0;
  for (int k = 0; k < s.steps; k++) sum += s.step * s.factor[0] * s.factor[1];
  return sum;
}

static double of_parts(const double *x, int rank, int ranks) {
  int length = (1 + rank % 2) * (int)sizeof(double), lengths[8], places[8], total = 0;
  double sum = 0;
  MPI_Allgather(&length, sizeof length, MPI_BYTE, lengths, sizeof length, MPI_BYTE, MPI_COMM_WORLD);
  for (int k = 0; k < ranks; k++) places[k] = total, total += lengths[k];
  double *all = (double *)malloc(total);
  MPI_Allgatherv(x, length, MPI_BYTE, all, lengths, places, MPI_BYTE, MPI_COMM_WORLD);
  for (int k = 0; k < total / (int)sizeof(double); k++) sum += all[k] * all[k] * (k + 1);
  free(all);
  return sum;
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return of_particles(x, rank, ranks) + of_settings(x, rank) + of_parts(x, rank, ranks) * x[n - 1];
}
