// reject: bit operations on the representation
#include "ranks.h"

/* Bytes that are a number here and bits of an integer there are not sent as either. */
double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  union { double number; long long whole; } u[COUNT];
  for (int k = 0; k < n; k++) u[k].number = x[k] * x[k], u[k].whole ^= rank;
  MPI_Bcast(u, n * sizeof(double), MPI_BYTE, 0, MPI_COMM_WORLD);
  return u[0].number * x[1];
}
