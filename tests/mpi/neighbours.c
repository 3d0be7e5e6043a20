// Collectives of neighbours: on a ring, on an open row, and in a graph. And numbers from a file.
#include "ranks.h"
#include <unistd.h>

static double on_grid(MPI_Comm comm, const double *x) {
  double in[4] = {0}, out[4] = {x[0] * x[1], sin(x[2]), x[3], x[4] * x[5]}, sum = 0;
  MPI_Neighbor_allgather(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, comm);
  for (int k = 0; k < 4; k++) sum += in[k] * x[k] * (k + 2);
  // Two ranks are neighbours twice, and one is its own neighbour.
  MPI_Neighbor_alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, comm);
  for (int k = 0; k < 4; k++) sum += in[k] * in[k] * (k + 1);
  int counts[2] = {2, 2}, most[2] = {2, 2}, places[2] = {1, 0}, starts[2] = {2, 0};
  MPI_Request request;
  MPI_Ineighbor_alltoallv(out, counts, places, MPI_DOUBLE, in, most, starts, MPI_DOUBLE, comm, &request);
  sum *= x[0];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int k = 0; k < 4; k++) sum += in[k] * in[k];
  return sum;
}

double f(int n, double *x) {
  int rank, ranks, dims[1] = {0}, periods[1] = {1};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm ring, row, graph;
  dims[0] = ranks;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  double sum = on_grid(ring, x);
  periods[0] = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &row);
  double in[4] = {x[0], x[1], x[2], x[3]};
  MPI_Neighbor_alltoall(x, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, row);
  for (int k = 0; k < 4; k++) sum += in[k] * in[k] * x[n - 1];
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  int sources[2] = {before, rank}, destinations[2] = {rank, next}, count = ranks > 1 ? 2 : 1;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, count, sources, MPI_UNWEIGHTED, count, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  double got[2] = {0, 0}, given[2] = {x[0] * sum, x[1] * x[2]};
  MPI_Neighbor_alltoall(given, 1, MPI_DOUBLE, got, 1, MPI_DOUBLE, graph);
  sum += got[0] * got[0] + got[1] * x[4];
  MPI_Comm_free(&graph);
  MPI_Comm_free(&row);
  MPI_Comm_free(&ring);
  char name[64];
  snprintf(name, sizeof name, "numbers.%d.%d", (int)getpid(), rank);
  double content[2] = {1.5, 2.5}, read[2] = {x[0], x[1]};
  MPI_File file;
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, content, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, read, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return sum + read[0] * read[1] * x[3];
}
