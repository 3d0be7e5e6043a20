// Prefix reductions with all operators, and reductions of which each rank gets a part.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Op ops[4] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    double a[2] = {x[k] * x[0], sin(x[k + 1]) * (rank % 2 ? 2 : 1)}, b[2] = {0, 0};
    MPI_Scan(a, b, 2, MPI_DOUBLE, ops[k], MPI_COMM_WORLD);
    sum += b[0] * b[1] * x[k];
    b[0] = b[1] = 0;
    MPI_Exscan(a, b, 2, MPI_DOUBLE, ops[k], MPI_COMM_WORLD);
    sum += rank ? b[0] * b[1] : x[1];
    MPI_Scan(MPI_IN_PLACE, a, 2, MPI_DOUBLE, ops[k], MPI_COMM_WORLD);
    sum += a[0] * a[0];
    double many[16], part[3], one;
    int counts[8];
    for (int i = 0; i < 16; i++) many[i] = x[i % n] * (i + 1) / 5;
    MPI_Reduce_scatter_block(many, part, 2, MPI_DOUBLE, ops[k], MPI_COMM_WORLD);
    sum += part[0] * part[1];
    for (int i = 0; i < ranks; i++) counts[i] = i % 2 ? 3 : 1;
    MPI_Reduce_scatter(many, part, counts, MPI_DOUBLE, ops[k], MPI_COMM_WORLD);
    one = part[counts[rank] - 1];
    sum += one * x[5];
  }
  return sum;
}
