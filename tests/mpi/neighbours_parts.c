// Collectives of neighbours with parts of their own length and type, waiting or not, in a grid and in graphs that ranks describe for others.
#include "ranks.h"

static double in_grid(const double *x, int ranks, MPI_Comm grid) {
  double out[6] = {x[0], x[1] * x[2], x[3], x[4], sin(x[5]), x[1]}, in[6] = {0}, more[6] = {0}, sum = 0;
  /* What is sent to one side comes from the other; where both are one rank, libraries differ in which part is which, and they are of one length. */
  int less = ranks > 2 ? 1 : 2, counts[2] = {2, less}, most[2] = {less, 2}, places[2] = {0, 3};
  MPI_Request r[2];
  MPI_Ineighbor_allgather(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, grid, &r[0]);
  MPI_Ineighbor_alltoall(out + 2, 1, MPI_DOUBLE, more, 1, MPI_DOUBLE, grid, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 6; k++) sum += in[k] * x[k] + more[k] * more[k];
  int each[2] = {2, 2};
  MPI_Neighbor_allgatherv(out, 2, MPI_DOUBLE, in, each, places, MPI_DOUBLE, grid);
  MPI_Ineighbor_allgatherv(out + 1, 2, MPI_DOUBLE, more, each, places, MPI_DOUBLE, grid, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  for (int k = 0; k < 6; k++) sum += in[k] * in[k] * (k + 1) + more[k] * in[k];
  MPI_Neighbor_alltoallv(out, counts, places, MPI_DOUBLE, in, most, places, MPI_DOUBLE, grid);
  MPI_Aint from[2] = {0, 3 * sizeof(double)}, to[2] = {sizeof(double), 3 * sizeof(double)};
  MPI_Datatype types[2] = {MPI_DOUBLE, MPI_DOUBLE};
  MPI_Neighbor_alltoallw(out, counts, from, types, more, most, to, types, grid);
  for (int k = 0; k < 6; k++) sum += in[k] * in[k] * x[k] + more[k] * more[k];
  MPI_Ineighbor_alltoallw(in, counts, from, types, more, most, from, types, grid, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  for (int k = 0; k < 6; k++) sum += more[k] * x[k];
  return sum;
}

/* Each rank has an edge to the next one. */
static double in_graphs(const double *x, int rank, int ranks) {
  MPI_Comm graph, described;
  int next = (rank + 1) % ranks, source = next, degree = 1, target = (next + 1) % ranks, weight = 1, many[16], ends[8];
  double got[2] = {0, 0}, given[2] = {x[0] * x[1], x[2]}, sum = 0;
  /* The edges of the next rank, not its own. */
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &target, &weight, MPI_INFO_NULL, 0, &described);
  MPI_Neighbor_allgather(given, 2, MPI_DOUBLE, got, 2, MPI_DOUBLE, described);
  sum += got[0] * got[1];
  MPI_Comm_free(&described);
  /* All know a graph without directions: a star around the first rank. */
  for (int k = 1; k < ranks; k++) many[k - 1] = k, many[ranks - 2 + k] = 0, ends[k] = ranks - 1 + k;
  ends[0] = ranks - 1;
  MPI_Graph_create(MPI_COMM_WORLD, ranks, ends, many, 0, &graph);
  double all[16] = {0};
  MPI_Neighbor_allgather(given, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, graph);
  for (int k = 0; k < (rank ? 1 : ranks - 1); k++) sum += all[k] * all[k] * (k + 1);
  MPI_Comm_free(&graph);
  return sum * x[3];
}

double f(int n, double *x) {
  int rank, ranks, dims[1], periods[1] = {1};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm ring;
  dims[0] = ranks;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  double sum = in_grid(x, ranks, ring);
  MPI_Comm_free(&ring);
  return sum + in_graphs(x, rank, ranks) * x[n - 1];
}
