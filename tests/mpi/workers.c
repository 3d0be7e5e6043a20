// The first rank hands out work, and takes results from whoever is ready, with the tag that it finds. Integers travel too.
#include "ranks.h"

static double work(double a, double b) { return exp(0.3 * a) * b; }

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks == 1) return work(x[0], x[1]);
  if (rank == 0) {
    double result[16] = {0}, sum = 0;
    int next = 0;
    for (int worker = 1; worker < ranks && next < n; worker++, next++) {
      MPI_Send(&next, 1, MPI_INT, worker, 1, MPI_COMM_WORLD);
      MPI_Send(&x[next], 1, MPI_DOUBLE, worker, 2, MPI_COMM_WORLD);
    }
    for (int k = 0; k < n; k++) {
      MPI_Status status;
      double got;
      MPI_Recv(&got, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      result[status.MPI_TAG - 100] = got;
      if (next < n) {
        MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
        MPI_Send(&x[next], 1, MPI_DOUBLE, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
        next++;
      }
    }
    int stop = -1;
    for (int worker = 1; worker < ranks; worker++) MPI_Send(&stop, 1, MPI_INT, worker, 1, MPI_COMM_WORLD);
    for (int k = 0; k < n; k++) sum += result[k] * result[k] * (k + 1);
    return sum;
  }
  for (;;) {
    int which;
    double value, made;
    MPI_Recv(&which, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (which < 0) return x[0] * x[1];
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    made = work(value, 1.5);
    MPI_Send(&made, 1, MPI_DOUBLE, 0, 100 + which, MPI_COMM_WORLD);
  }
}
