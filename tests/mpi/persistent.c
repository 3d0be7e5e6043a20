// Requests that are begun again in every step.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double out[2], in[2], sum = 0;
  MPI_Request r[2];
  MPI_Send_init(out, 2, MPI_DOUBLE, next, 9, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init(in, 2, MPI_DOUBLE, before, 9, MPI_COMM_WORLD, &r[1]);
  out[0] = x[0], out[1] = x[1] * x[2];
  for (int step = 0; step < 4; step++) {
    if (step % 2) {
      MPI_Startall(2, r);
      MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    } else {
      MPI_Start(&r[1]);
      MPI_Start(&r[0]);
      MPI_Wait(&r[0], MPI_STATUS_IGNORE);
      MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    }
    out[0] = in[0] * in[1] * x[3];
    out[1] = sin(in[1]) + x[4] * step;
    sum += out[0] * out[1];
  }
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
  return sum * x[n - 1];
}
