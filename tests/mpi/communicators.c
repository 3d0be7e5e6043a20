// Communicators of parts of the ranks, and a grid of them, that are made and freed in the function.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm half, same, ring;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  double a = x[0] * x[1], b;
  MPI_Allreduce(&a, &b, 1, MPI_DOUBLE, MPI_SUM, half);
  MPI_Comm_dup(half, &same);
  double c = b * b * x[2];
  MPI_Bcast(&c, 1, MPI_DOUBLE, 0, same);
  MPI_Comm_free(&same);
  MPI_Comm_free(&half);
  int dims[1] = {0}, periods[1] = {1}, from, to, place[1];
  MPI_Dims_create(ranks, 1, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  MPI_Cart_shift(ring, 0, 1, &from, &to);
  MPI_Cart_coords(ring, rank, 1, place);
  double d = sin(c) + x[3] * (place[0] + 1);
  for (int k = 0; k < 3; k++) {
    MPI_Sendrecv_replace(&d, 1, MPI_DOUBLE, to, 4, from, 4, ring, MPI_STATUS_IGNORE);
    d *= x[k];
  }
  MPI_Barrier(ring);
  MPI_Comm_free(&ring);
  return d * x[n - 1] + c;
}
