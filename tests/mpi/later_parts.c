// Collectives that do not wait, of parts of their own length, of types of their own, and in place.
#include "ranks.h"

static double gathered(const double *x, int n, int rank, int ranks) {
  double all[32] = {0}, some[32] = {0}, every[32] = {0}, part[4] = {0}, piece[4] = {0}, sum = 0;
  int counts[8], places[8], at = ranks > 1, root = ranks - 1;
  for (int k = 0; k < ranks; k++) counts[k] = 1 + k % 3, places[k] = at, at += counts[k] + 1;
  double mine[3] = {x[0] * x[1], x[2], x[3] * rank};
  MPI_Request r[3];
  MPI_Igather(mine, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, root, MPI_COMM_WORLD, &r[0]);
  MPI_Igatherv(mine, counts[rank], MPI_DOUBLE, some, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Iallgatherv(mine, counts[rank], MPI_DOUBLE, every, counts, places, MPI_DOUBLE, MPI_COMM_WORLD, &r[2]);
  sum = x[4] * x[4];
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 32; k++) all[k] = all[k] * all[k] + x[5], some[k] = sin(some[k]), sum += every[k] * every[k] * (k + 1);
  MPI_Iscatter(all, 2, MPI_DOUBLE, part, 2, MPI_DOUBLE, root, MPI_COMM_WORLD, &r[0]);
  MPI_Iscatterv(some, counts, places, MPI_DOUBLE, piece, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 4; k++) sum += part[k] * x[k % n] + piece[k] * (k + 1);
  return sum;
}

static double exchanged(const double *x, int n, int rank, int ranks) {
  double out[64], in[64] = {0}, other[64] = {0}, sum = 0;
  int counts[8], places[8], most[8], starts[8], bytes[8], from[8], at = 0, to = 1;
  MPI_Datatype types[8];
  for (int k = 0; k < 64; k++) out[k] = x[k % n] * (k + 1) / 10;
  for (int k = 0; k < ranks; k++) {
    counts[k] = (rank + 2 * k) % 3, most[k] = (k + 2 * rank) % 3;
    places[k] = at, starts[k] = to, types[k] = MPI_DOUBLE;
    bytes[k] = at * sizeof(double), from[k] = to * sizeof(double);
    at += counts[k] + 1, to += most[k];
  }
  MPI_Request r[2];
  MPI_Ialltoallv(out, counts, places, MPI_DOUBLE, in, most, starts, MPI_DOUBLE, MPI_COMM_WORLD, &r[0]);
  MPI_Ialltoallw(out, counts, bytes, types, other, most, from, types, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < to; k++) sum += sin(in[k]) * x[k % n] + other[k] * other[k];
  return sum;
}

static double reduced(const double *x, int n, int rank, int ranks) {
  double a[2] = {x[0] * x[1], sin(x[2]) * (rank % 2 ? 2 : 1)}, before[2] = {0, 0}, least[2] = {0, 0}, many[24], part[3], sum = 0;
  int counts[8];
  for (int k = 0; k < 24; k++) many[k] = x[k % n] * (k + 1) / 5;
  for (int k = 0; k < ranks; k++) counts[k] = k % 2 ? 3 : 1;
  MPI_Request r[3];
  MPI_Iexscan(a, before, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Iexscan(a, least, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD, &r[1]);
  MPI_Ireduce_scatter(many, part, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[2]);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  sum += rank ? before[0] * before[1] + least[0] * least[1] : x[1];
  for (int k = 0; k < counts[rank]; k++) sum += part[k] * part[k] / 10;
  return sum;
}

static double in_place(const double *x, int n, int rank, int ranks) {
  double all[16] = {0}, some[2] = {x[0], x[1] * x[2]}, sums[2] = {x[3], x[4] * rank}, sum = 0;
  all[rank] = x[5] * x[0];
  MPI_Request r[4];
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_DOUBLE, MPI_COMM_WORLD, &r[0]);
  MPI_Iallreduce(MPI_IN_PLACE, some, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
  MPI_Iscan(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[2]);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < ranks; k++) sum += all[k] * all[k] * (k + 1);
  MPI_Ireduce(rank ? (void *)some : MPI_IN_PLACE, some, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &r[3]);
  MPI_Wait(&r[3], MPI_STATUS_IGNORE);
  return sum + (rank ? 0 : some[0] * some[1]) + sums[0] * sums[1] * x[n - 1];
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return gathered(x, n, rank, ranks) + exchanged(x, n, rank, ranks) + reduced(x, n, rank, ranks) + in_place(x, n, rank, ranks);
}
