// All operators, with products of zeros and with equal extrema at different places; to one rank, to all, in place.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double a[3] = {x[0] * x[1], x[2], sin(x[3])}, b[3], sum = 0;
  MPI_Allreduce(a, b, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  sum += b[0] * b[1] + b[2] * x[4];
  MPI_Allreduce(a, b, 3, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  sum += b[0] * b[1] * x[5] + b[2];
  // One rank gives a zero: the derivative by it is the product of the others.
  a[1] = rank == ranks - 1 ? (x[2] - x[2]) * 1.0 + 0 * x[3] : x[2];
  MPI_Allreduce(a, b, 3, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  sum += b[1] * x[0] + b[0];
  a[0] = x[0] * (rank % 2 ? 3 : 1);
  MPI_Allreduce(a, b, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  sum += b[0] * b[0] + b[2] * x[1];
  MPI_Allreduce(a, b, 3, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  sum *= b[0] + b[2];
  for (int k = 0; k < 3; k++) a[k] = sum * x[k];
  MPI_Allreduce(MPI_IN_PLACE, a, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  sum += a[0] * a[1] + a[2] * a[2];
  MPI_Allreduce(MPI_IN_PLACE, a, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  int root = ranks - 1;
  double c[2] = {x[1] * x[2], a[0]};
  MPI_Reduce(rank == root ? MPI_IN_PLACE : c, c, 2, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  sum += c[0] * c[1];
  double d[2] = {x[3], x[4]}, e[2] = {0, 0};
  MPI_Reduce(d, e, 2, MPI_DOUBLE, MPI_PROD, 0, MPI_COMM_WORLD);
  sum += e[0] * e[1];
  MPI_Reduce(d, e, 2, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
  sum += e[0] * e[1];
  struct { double value; int place; } pair = {x[n - 1] * (rank == 1 ? 2 : 1), 10 - rank}, best;
  MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  sum += best.value * best.place * x[0];
  MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  sum += best.value * best.value * best.place;
  float small = (float)x[1], total;
  MPI_Allreduce(&small, &total, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  long double wide = x[2], product;
  MPI_Allreduce(&wide, &product, 1, MPI_LONG_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  int members = 1, all;
  MPI_Allreduce(&members, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum / all + (double)product * sum;
}
