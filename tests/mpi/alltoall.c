// Everyone to everyone: equal parts, parts of their own, types of their own, in place.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double out[64], in[64], sum = 0;
  for (int k = 0; k < 64; k++) out[k] = x[k % n] * (k + 1), in[k] = 0;
  MPI_Alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < 2 * ranks; k++) sum += in[k] * in[k] * (k + 1) / 100;
  int counts[8], places[8], most[8], starts[8], at = 0, to = 1;
  for (int k = 0; k < ranks; k++) {
    counts[k] = (rank + 2 * k) % 3, most[k] = (k + 2 * rank) % 3;
    places[k] = at, starts[k] = to;
    at += counts[k] + 1, to += most[k];
  }
  MPI_Alltoallv(out, counts, places, MPI_DOUBLE, in, most, starts, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < to; k++) sum += sin(in[k]) * x[k % n];
  MPI_Datatype types[8], others[8];
  for (int k = 0; k < ranks; k++) {
    types[k] = others[k] = MPI_DOUBLE;
    places[k] *= sizeof(double), starts[k] *= sizeof(double);
  }
  MPI_Alltoallw(out, counts, places, types, in, most, starts, others, MPI_COMM_WORLD);
  for (int k = 0; k < to; k++) sum += in[k] * in[k] / 10;
  for (int k = 0; k < ranks; k++) in[k] = x[k % n] * x[0];
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < ranks; k++) sum += in[k] * (k + 1) * in[k];
  return sum;
}
