/* Bratu's equation (heat that burning makes, and rising air takes away) in two dimensions by Jacobi's method, until the residual is small: each rank has as many rows, exchanges the outer ones in every step, and all
   ranks add up the residual in every tenth. Parameters are the loads. */
#include "ranks.h"

const char *program_name = "jacobi";
enum { ROWS = 128, WIDTH = 128, ROW = WIDTH + 2, CELLS = (ROWS + 2) * ROW, MOST = 60 };
int program_size(int ranks) { return (void)ranks, ROWS * WIDTH; }

static double sweep(const double *restrict u, double *restrict next, const double *restrict load) {
  double change = 0;
  for (int i = 1; i <= ROWS; i++)
    for (int j = 1; j <= WIDTH; j++) {
      int at = i * ROW + j;
      next[at] = 0.25 * (u[at - ROW] + u[at + ROW] + u[at - 1] + u[at + 1] + 1e-3 * load[(i - 1) * WIDTH + j - 1] * exp(u[at]) - 1e-3 * pow(1 + u[at], 1.25));
      change += (next[at] - u[at]) * (next[at] - u[at]);
    }
  return change;
}

double program(const double *x, int n) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int above = (rank + ranks - 1) % ranks, below = (rank + 1) % ranks;
  double *u = calloc(CELLS, sizeof *u), *next = calloc(CELLS, sizeof *next), residual = 1, sum = 0;
  for (int t = 0; t < MOST && residual > 1e-16; t++) {
    MPI_Sendrecv(u + ROW, ROW, MPI_DOUBLE, above, 0, u + (ROWS + 1) * ROW, ROW, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + ROWS * ROW, ROW, MPI_DOUBLE, below, 1, u, ROW, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double change = sweep(u, next, x);
    if (t % 10 == 9) {
      MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      residual /= (double)ranks * n;
    }
    double *swap = u;
    u = next, next = swap;
  }
  for (int i = 1; i <= ROWS; i++)
    for (int j = 1; j <= WIDTH; j++) sum += u[i * ROW + j] * u[i * ROW + j];
  free(u), free(next);
  return sum / n;
}
