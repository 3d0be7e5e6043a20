// A value goes through all ranks, each of which changes it; the last one sends the result to the first. All kinds of blocking sends.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double carried[2] = {x[0], x[1] * x[2]};
  if (rank > 0) {
    double got[2];
    MPI_Recv(got, 2, MPI_DOUBLE, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    carried[0] *= sin(got[0]);
    carried[1] += got[0] * got[1];
  }
  if (rank < ranks - 1) {
    if (rank % 3 == 0) MPI_Send(carried, 2, MPI_DOUBLE, rank + 1, 3, MPI_COMM_WORLD);
    else if (rank % 3 == 1) MPI_Ssend(carried, 2, MPI_DOUBLE, rank + 1, 3, MPI_COMM_WORLD);
    else {
      int bytes = 2 * sizeof(double) + MPI_BSEND_OVERHEAD;
      char *buffer = (char *)malloc(bytes);
      MPI_Buffer_attach(buffer, bytes);
      MPI_Bsend(carried, 2, MPI_DOUBLE, rank + 1, 3, MPI_COMM_WORLD);
      MPI_Buffer_detach(&buffer, &bytes);
      free(buffer);
    }
  } else if (ranks > 1)
    MPI_Send(&carried[1], 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
  double last = x[3];
  if (rank == 0 && ranks > 1) {
    MPI_Status status;
    int count;
    MPI_Recv(&last, 1, MPI_DOUBLE, ranks - 1, 4, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    last *= count * x[4];
  }
  return last * x[n - 1] + carried[0];
}
