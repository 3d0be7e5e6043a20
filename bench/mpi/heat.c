/* The heat equation in three dimensions on a box whose opposite sides touch: each rank has a part of the same size, and exchanges faces with six neighbours in
   every step while it computes what needs none of them. The material burns, the faster the hotter it is, and conducts better when it is
   hot, as a plasma does. Parameters are the first temperatures and how well each cell conducts. */
#include "ranks.h"

const char *program_name = "heat";
enum { SIDE = 32, ROW = SIDE + 2, PLANE = ROW * ROW, CELLS = ROW * PLANE, FACE = SIDE * SIDE, STEPS = 12 };
int program_size(int ranks) { return (void)ranks, 2 * SIDE * FACE; }

static const int apart[3] = {PLANE, ROW, 1};

/* The face of cells at `at` across a dimension. */
static void pack(const double *u, double *face, int dimension, int at) {
  int rows = apart[dimension == 0 ? 1 : 0], cells = apart[dimension == 2 ? 1 : 2];
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) face[i * SIDE + j] = u[at * apart[dimension] + (i + 1) * rows + (j + 1) * cells];
}

static void unpack(double *u, const double *face, int dimension, int at) {
  int rows = apart[dimension == 0 ? 1 : 0], cells = apart[dimension == 2 ? 1 : 2];
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) u[at * apart[dimension] + (i + 1) * rows + (j + 1) * cells] = face[i * SIDE + j];
}

static void update(const double *restrict u, double *restrict next, const double *restrict conducts, const int low[3], const int high[3]) {
  for (int i = low[0]; i <= high[0]; i++)
    for (int j = low[1]; j <= high[1]; j++)
      for (int k = low[2]; k <= high[2]; k++) {
        int at = i * PLANE + j * ROW + k;
        double around = u[at - PLANE] + u[at + PLANE] + u[at - ROW] + u[at + ROW] + u[at - 1] + u[at + 1];
        next[at] = u[at] + 0.02 * conducts[at] * pow(u[at], 2.5) * (around - 6 * u[at]) + 0.02 * exp(-1 / (0.2 + u[at] * u[at]));
      }
}

/* What lies in the middle needs no neighbour; the rest are six plates. */
static void update_shell(const double *u, double *next, const double *conducts) {
  for (int dimension = 0; dimension < 3; dimension++)
    for (int side = 0; side < 2; side++) {
      int low[3] = {1, 1, 1}, high[3] = {SIDE, SIDE, SIDE};
      for (int k = 0; k < dimension; k++) low[k] = 2, high[k] = SIDE - 1;
      low[dimension] = high[dimension] = side ? SIDE : 1;
      update(u, next, conducts, low, high);
    }
}

static void step(double *u, double *next, const double *conducts, double faces[2][6][FACE], const int neighbour[6], MPI_Comm comm) {
  MPI_Request requests[12];
  const int low[3] = {2, 2, 2}, high[3] = {SIDE - 1, SIDE - 1, SIDE - 1};
  for (int k = 0; k < 6; k++) MPI_Irecv(faces[1][k], FACE, MPI_DOUBLE, neighbour[k], k ^ 1, comm, &requests[k]);
  for (int k = 0; k < 6; k++) {
    pack(u, faces[0][k], k / 2, k % 2 ? SIDE : 1);
    MPI_Isend(faces[0][k], FACE, MPI_DOUBLE, neighbour[k], k, comm, &requests[6 + k]);
  }
  update(u, next, conducts, low, high);
  MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 6; k++) unpack(u, faces[1][k], k / 2, k % 2 ? SIDE + 1 : 0);
  update_shell(u, next, conducts);
}

double program(const double *x, int n) {
  int ranks, dims[3] = {0, 0, 0}, around[3] = {1, 1, 1}, neighbour[6];
  MPI_Comm comm;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, 3, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, around, 0, &comm);
  for (int k = 0; k < 3; k++) MPI_Cart_shift(comm, k, 1, &neighbour[2 * k], &neighbour[2 * k + 1]);
  double *u = calloc(CELLS, sizeof *u), *next = calloc(CELLS, sizeof *next), *conducts = calloc(CELLS, sizeof *conducts), energy = 0, mean;
  double(*faces)[6][FACE] = malloc(12 * FACE * sizeof(double));
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++) {
        int at = (i + 1) * PLANE + (j + 1) * ROW + k + 1, from = i * FACE + j * SIDE + k;
        u[at] = x[from], conducts[at] = x[n / 2 + from];
      }
  for (int t = 0; t < STEPS; t += 2) {
    step(u, next, conducts, faces, neighbour, comm);
    step(next, u, conducts, faces, neighbour, comm);
  }
  for (int i = 1; i <= SIDE; i++)
    for (int j = 1; j <= SIDE; j++)
      for (int k = 1; k <= SIDE; k++) energy += u[i * PLANE + j * ROW + k] * u[i * PLANE + j * ROW + k];
  MPI_Allreduce(&energy, &mean, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  free(u), free(next), free(conducts), free(faces);
  return mean / ranks / CELLS;
}
