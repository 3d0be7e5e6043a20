// The length of a message is asked for before it is received; with MPI_Mprobe too.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double sum = x[0];
  if (rank > 0) {
    MPI_Send(x, 1 + rank % (n - 1), MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
    MPI_Send(x + 1, 2, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
  }
  if (rank == 0)
    for (int k = 1; k < ranks; k++) {
      MPI_Status status;
      int count;
      MPI_Probe(MPI_ANY_SOURCE, k, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_DOUBLE, &count);
      double *got = (double *)malloc(count * sizeof(double));
      MPI_Recv(got, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int i = 0; i < count; i++) sum += got[i] * got[i] * x[i % n];
      free(got);
      MPI_Message message;
      double more[2];
      MPI_Mprobe(k, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
      MPI_Mrecv(more, 2, MPI_DOUBLE, &message, &status);
      sum *= more[0] * more[1] * status.MPI_TAG;
    }
  return sum;
}
