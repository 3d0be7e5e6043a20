// reject: of one-sided communication of MPI only MPI_Put, MPI_Get and MPI_Accumulate between fences are differentiated
#include "ranks.h"

double f(int n, double *x) {
  MPI_Win window;
  double shared = x[0], got = 0;
  MPI_Win_create(&shared, sizeof shared, sizeof shared, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&got, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
  return got * x[n - 1];
}
