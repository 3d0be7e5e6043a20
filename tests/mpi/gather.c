// Numbers gathered on one rank, on all, and handed out again; in equal parts, in parts of their own, in place.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks, root;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  root = ranks - 1;
  double all[64] = {0}, got[8] = {0}, sum = 0;
  MPI_Gather(x, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  for (int k = 0; k < 2 * ranks; k++) all[k] = all[k] * all[k] + x[1];
  MPI_Scatter(all, 2, MPI_DOUBLE, got, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  sum += got[0] * got[1];
  MPI_Allgather(x, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < 2 * ranks; k++) sum += all[k] * all[(k + 1) % (2 * ranks)] * (rank + k);
  // Some libraries forget the places of MPI_Allgatherv on one rank.
  int counts[8], places[8], at = ranks > 1;
  for (int k = 0; k < ranks; k++) {
    counts[k] = 1 + k % 3;
    places[k] = at;
    at += counts[k] + 1;
  }
  for (int k = 0; k < 64; k++) all[k] = 0;
  MPI_Gatherv(x + 1, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int k = 0; k < at; k++) all[k] = sin(all[k]) + x[2] * k;
  MPI_Scatterv(all, counts, places, MPI_DOUBLE, got, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int k = 0; k < counts[rank]; k++) sum += got[k] * x[k];
  MPI_Allgatherv(x, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < at; k++) sum += all[k] * all[k] * (k + rank + 1);
  for (int k = 0; k < 2; k++) all[2 * rank + k] = x[k + 2] * sum;
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < 2 * ranks; k++) sum += all[k] * (k + 1);
  if (rank == 0) {
    for (int k = 0; k < ranks; k++) all[k] = x[k % n];
    MPI_Scatter(all, 1, MPI_DOUBLE, MPI_IN_PLACE, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sum += all[0] * all[0];
    all[0] = x[3];
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++) sum += all[k] * all[k];
  } else {
    MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, got, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sum += got[0] * x[1];
    MPI_Gather(got, 1, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  }
  double shared[2] = {x[0] * rank, sum};
  MPI_Bcast(shared, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  return sum * x[4] + shared[0] * shared[1] + got[0];
}
