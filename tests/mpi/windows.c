// from 2 ranks with openmpi (that library refuses windows of one rank without a network)
// Memory that other ranks reach between fences: what is put there, fetched from there and added there; windows over memory of the program and of the library.
#include "ranks.h"

/* Each rank puts its ends into the ghost places of its neighbours. */
static void exchange(double *u, int cells, int before, int next, MPI_Win window) {
  MPI_Win_fence(0, window);
  MPI_Put(&u[1], 1, MPI_DOUBLE, before, cells + 1, 1, MPI_DOUBLE, window);
  MPI_Put(&u[cells], 1, MPI_DOUBLE, next, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
}

static double over_own_memory(const double *x, int rank, int ranks) {
  enum { CELLS = 4 };
  double u[CELLS + 2] = {0}, v[CELLS + 2] = {0}, sum = 0;
  MPI_Win window;
  MPI_Win_create(u, sizeof u, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (int i = 0; i < CELLS; i++) u[i + 1] = x[i];
  for (int t = 0; t < 3; t++) {
    exchange(u, CELLS, (rank + ranks - 1) % ranks, (rank + 1) % ranks, window);
    for (int i = 1; i <= CELLS; i++) v[i] = u[i] + 0.2 * u[i - 1] * u[i + 1];
    for (int i = 1; i <= CELLS; i++) u[i] = v[i];
  }
  MPI_Win_free(&window);
  for (int i = 1; i <= CELLS; i++) sum += u[i] * u[i];
  return sum;
}

/* All add to an array on the first rank, and each fetches a part of it. */
static double over_memory_of_the_library(const double *x, int rank, int ranks) {
  double *sums, out[2] = {x[1] * x[2], x[3]}, got[2] = {5, 5}, sum;
  MPI_Win window;
  MPI_Win_allocate(rank ? 0 : 4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &sums, &window);
  for (int i = 0; rank == 0 && i < 4; i++) sums[i] = x[i] * i;
  MPI_Win_fence(0, window);
  MPI_Accumulate(out, 2, MPI_DOUBLE, 0, rank % 3, 2, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Get(got, 2, MPI_DOUBLE, 0, (rank + 1) % 3, 2, MPI_DOUBLE, window);
  double meanwhile = x[0] * x[4];
  MPI_Win_fence(0, window);
  sum = got[0] * got[1] + meanwhile;
  if (rank == 0) sum += sums[1] * sums[3] * ranks;
  MPI_Win_free(&window);
  return sum;
}

/* A part of a column of a matrix is put into a row of another, and memory is asked for that can be reached fast. */
static double with_datatypes(const double *x, int rank, int ranks) {
  double *grid, *few, sum = 0;
  MPI_Datatype column;
  MPI_Win window, small;
  MPI_Alloc_mem(12 * sizeof(double), MPI_INFO_NULL, &grid);
  MPI_Alloc_mem(2 * sizeof(double), MPI_INFO_NULL, &few);
  MPI_Type_vector(2, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < 12; i++) grid[i] = x[i % 6] * (1 + 0.1 * i);
  few[0] = x[4], few[1] = 1;
  MPI_Win_create(grid, 12 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_create(few, 2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &small);
  MPI_Win_fence(0, small);
  MPI_Win_fence(0, window);
  MPI_Put(&grid[1], 1, column, (rank + 1) % ranks, 8 * sizeof(double), 2, MPI_DOUBLE, window);
  MPI_Put(&few[0], 1, MPI_DOUBLE, (rank + 1) % ranks, 1, 1, MPI_DOUBLE, small);
  MPI_Win_fence(0, small);
  MPI_Win_fence(0, window);
  MPI_Type_free(&column);
  for (int i = 0; i < 12; i++) sum += grid[i] * grid[i] * i;
  sum += few[1] * x[5];
  MPI_Win_free(&window);
  MPI_Win_free(&small);
  MPI_Free_mem(grid);
  MPI_Free_mem(few);
  return sum;
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  (void)n;
  return over_own_memory(x, rank, ranks) + 0.1 * over_memory_of_the_library(x, rank, ranks) + 0.01 * with_datatypes(x, rank, ranks);
}
