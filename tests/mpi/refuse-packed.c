// fails: a buffer of MPI_Pack is sent with another datatype than MPI_PACKED
#include "ranks.h"

double f(int n, double *x) {
  char buffer[64];
  int at = 0, rank, ranks;
  double y;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Pack(x, 1, MPI_DOUBLE, buffer, sizeof buffer, &at, MPI_COMM_WORLD);
  MPI_Sendrecv_replace(buffer, at, MPI_CHAR, (rank + 1) % ranks, 0, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  at = 0;
  MPI_Unpack(buffer, sizeof buffer, &at, &y, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  return y * x[n - 1];
}
