// Requests with the same partner and the same tag, waited for in another order than they began, one at a time and by asking.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double out[3] = {x[0] * x[1], sin(x[2]), x[3]}, in[3];
  MPI_Request sent[3], got[3];
  for (int k = 0; k < 3; k++) MPI_Irecv(&in[k], 1, MPI_DOUBLE, before, 7, MPI_COMM_WORLD, &got[k]);
  for (int k = 0; k < 3; k++) MPI_Isend(&out[k], 1, MPI_DOUBLE, next, 7, MPI_COMM_WORLD, &sent[k]);
  double sum = 0;
  MPI_Wait(&got[2], MPI_STATUS_IGNORE);
  sum += in[2] * x[4];
  int done = 0;
  while (!done) MPI_Test(&got[0], &done, MPI_STATUS_IGNORE);
  sum *= in[0];
  MPI_Wait(&sent[1], MPI_STATUS_IGNORE);
  MPI_Wait(&got[1], MPI_STATUS_IGNORE);
  sum += in[1] * in[1] * x[n - 1];
  MPI_Wait(&sent[0], MPI_STATUS_IGNORE);
  done = 0;
  while (!done) MPI_Testall(3, sent, &done, MPI_STATUSES_IGNORE);
  return sum;
}
