/* A product of matrices: each rank has some rows of all three. Rows of the second travel around the ring while the last ones are multiplied. Parameters are the rows of
   the first two matrices. */
#include "ranks.h"

const char *program_name = "product";
enum { ROWS = 192, WIDTH = 128 };
int program_size(int ranks) { return ROWS * ROWS * ranks + ROWS * WIDTH; }

static void multiply(const double *restrict a, int stride, const double *restrict b, double *restrict c) {
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < ROWS; k++)
      for (int j = 0; j < WIDTH; j++) c[i * WIDTH + j] += a[i * stride + k] * b[k * WIDTH + j];
}

double program(const double *x, int n) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int stride = ROWS * ranks, next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double *c = calloc(ROWS * WIDTH, sizeof *c), *here = malloc(ROWS * WIDTH * sizeof *here), *coming = malloc(ROWS * WIDTH * sizeof *coming), sum = 0;
  memcpy(here, x + ROWS * stride, ROWS * WIDTH * sizeof *here);
  for (int t = 0; t < ranks; t++) {
    MPI_Request requests[2];
    int owner = (rank + ranks - t) % ranks, more = t + 1 < ranks;
    if (more) {
      MPI_Irecv(coming, ROWS * WIDTH, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(here, ROWS * WIDTH, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, &requests[1]);
    }
    multiply(x + owner * ROWS, stride, here, c);
    if (more) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    double *swap = here;
    here = coming, coming = swap;
  }
  for (int i = 0; i < ROWS * WIDTH; i++) sum += c[i] * c[i];
  free(c), free(here), free(coming);
  (void)n;
  return sum / (ranks * ranks * ROWS * ROWS * (double)WIDTH);
}
