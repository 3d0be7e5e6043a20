// Collectives that do not wait, with computation between, in another order of waiting on each rank.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double a[2] = {x[0] * x[1], x[2]}, b[2], c[2] = {x[3], sin(x[4])}, d[2], e[2] = {x[1], x[2] * rank}, all[32] = {0}, sum = 0;
  MPI_Request r[5];
  MPI_Iallreduce(a, b, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Iallreduce(c, d, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r[1]);
  MPI_Ibcast(e, 2, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD, &r[2]);
  MPI_Iallgather(&x[4], 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD, &r[3]);
  MPI_Ibarrier(MPI_COMM_WORLD, &r[4]);
  sum += x[5] * x[5];
  if (rank % 2) {
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    sum += d[0] * d[1];
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  } else {
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    sum *= 1 + b[0] * 0.1;
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  }
  MPI_Waitall(3, r + 2, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 2 * ranks; k++) sum += all[k] * all[k] * (k + 1);
  sum += e[0] * e[1] * b[1] + d[0];
  double part[2], total[2] = {0, 0}, given[32], mine[2];
  for (int k = 0; k < 2 * ranks; k++) given[k] = sum * x[k % n] / 10;
  MPI_Ireduce(b, total, 2, MPI_DOUBLE, MPI_PROD, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Ialltoall(given, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD, &r[1]);
  MPI_Iscan(d, part, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[2]);
  MPI_Ireduce_scatter_block(given, mine, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[3]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < ranks; k++) sum += all[k] * (k + 1);
  return sum + total[0] * total[1] / 10 + part[0] * part[1] + mine[0] * mine[1] / 100;
}
