// reject: one-sided communication of MPI is not differentiated
#include "ranks.h"

double f(int n, double *x) {
  MPI_Win window;
  double shared = x[0], got = 0;
  MPI_Win_create(&shared, sizeof shared, sizeof shared, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Get(&got, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  return got * x[n - 1];
}
