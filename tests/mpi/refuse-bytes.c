// reject: numbers are sent as bytes
#include "ranks.h"

double f(int n, double *x) {
  double got[COUNT];
  for (int k = 0; k < n; k++) got[k] = x[k] * x[k];
  MPI_Bcast(got, n * sizeof(double), MPI_BYTE, 0, MPI_COMM_WORLD);
  return got[0] * x[1];
}
