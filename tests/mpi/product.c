// A product of matrices whose rows are on different ranks: blocks of the second one go round.
#define COUNT 8
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int rows = 2, size = rows * ranks;
  double *a = (double *)malloc(rows * size * sizeof(double)), *b = (double *)malloc(rows * size * sizeof(double)), *c = (double *)calloc(rows * size, sizeof(double));
  for (int i = 0; i < rows * size; i++) a[i] = x[i % n] + 0.1 * i, b[i] = x[(i + 3) % n] * cos(i);
  for (int turn = 0; turn < ranks; turn++) {
    int owner = (rank + turn) % ranks;
    for (int i = 0; i < rows; i++)
      for (int k = 0; k < rows; k++)
        for (int j = 0; j < size; j++) c[i * size + j] += a[i * size + owner * rows + k] * b[k * size + j];
    MPI_Sendrecv_replace(b, rows * size, MPI_DOUBLE, (rank + ranks - 1) % ranks, 0, (rank + 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  double norm = 0, all;
  for (int i = 0; i < rows * size; i++) norm += c[i] * c[i] * 0.01;
  MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(a);
  free(b);
  free(c);
  return sqrt(all) + norm;
}
