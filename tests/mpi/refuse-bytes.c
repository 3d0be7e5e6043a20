// reject: bytes are sent that may be numbers
#include "ranks.h"
#include <string.h>

/* What is behind these bytes is only passed on: nothing says that they are numbers. */
double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  union { double number; long long whole; } u[COUNT];
  for (int k = 0; k < n; k++) u[k].number = x[k] * x[k], u[k].whole ^= rank;
  MPI_Bcast(u, n * sizeof(double), MPI_BYTE, 0, MPI_COMM_WORLD);
  return u[0].number * x[1];
}
