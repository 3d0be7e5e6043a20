// reject: floats are sent as integers
#include "ranks.h"

/* As long as a number is an integer. */
double f(int n, double *x) {
  double all[COUNT];
  for (int k = 0; k < n; k++) all[k] = x[k] * x[k];
  MPI_Bcast(all, n, MPI_LONG, 0, MPI_COMM_WORLD);
  return all[0] * x[1];
}
