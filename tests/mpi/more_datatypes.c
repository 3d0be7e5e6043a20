// Datatypes with distances in bytes, of blocks of one length, of addresses, copies of others; pairs, complex numbers and wide ones.
#define COUNT 12
#include "ranks.h"
#include <complex.h>

static double moved(const double *a, const double *x, MPI_Datatype type, int numbers, int next, int before) {
  double b[24], sum = 0;
  MPI_Aint low, extent;
  int size, count;
  MPI_Status status;
  for (int k = 0; k < 24; k++) b[k] = x[k % 12] * 0.1;
  MPI_Type_commit(&type);
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &low, &extent);
  MPI_Sendrecv(a, 1, type, next, 1, b, 1, type, before, 1, MPI_COMM_WORLD, &status);
  MPI_Get_elements(&status, type, &count);
  for (int k = 0; k < 24; k++) sum += b[k] * b[k] * (k + 1);
  /* Received as plain numbers, too. */
  MPI_Sendrecv(a, 1, type, next, 1, b, numbers, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < numbers; k++) sum += sin(b[k]) * x[k % 12];
  MPI_Type_free(&type);
  return sum * (count == numbers) * (size == numbers * (int)sizeof(double)) * (extent > 0);
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks, lengths[3] = {2, 1, 1}, at[2] = {1, 6};
  double a[24], sum = 0;
  for (int k = 0; k < 24; k++) a[k] = x[k % n] * x[(k + 1) % n] + 0.1 * k;
  MPI_Datatype type, inner;
  MPI_Type_create_hvector(3, 2, 5 * sizeof(double), MPI_DOUBLE, &type);
  sum += moved(a, x, type, 6, next, before);
  MPI_Aint bytes[3] = {0, 4 * sizeof(double), 9 * sizeof(double)};
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_DOUBLE, &type);
  sum += moved(a, x, type, 4, next, before);
  MPI_Type_create_indexed_block(2, 3, at, MPI_DOUBLE, &type);
  sum += moved(a, x, type, 6, next, before);
  MPI_Type_create_hindexed_block(3, 2, bytes, MPI_DOUBLE, &type);
  sum += moved(a, x, type, 6, next, before);
  MPI_Type_dup(MPI_DOUBLE, &type);
  sum += moved(a, x, type, 1, next, before);
  /* A plane of a box with the fastest dimension first, of columns of a type in another type. */
  int sizes[3] = {2, 3, 4}, part[3] = {2, 2, 1}, first[3] = {0, 1, 2};
  MPI_Type_create_subarray(3, sizes, part, first, MPI_ORDER_FORTRAN, MPI_DOUBLE, &type);
  sum += moved(a, x, type, 4, next, before);
  MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &inner);
  MPI_Type_contiguous(3, inner, &type);
  MPI_Type_free(&inner);
  sum += moved(a, x, type, 6, next, before);
  /* Members of a structure by their addresses. */
  struct { double p; int kind; double q[2]; } given = {x[0] * x[1], 3, {x[2], x[3] * x[4]}}, taken = {1, 2, {3, 4}};
  MPI_Aint start, places[3];
  int each[3] = {1, 1, 2};
  MPI_Datatype kinds[3] = {MPI_DOUBLE, MPI_INT, MPI_DOUBLE};
  MPI_Get_address(&given, &start);
  MPI_Get_address(&given.p, &places[0]), MPI_Get_address(&given.kind, &places[1]), MPI_Get_address(given.q, &places[2]);
  for (int k = 0; k < 3; k++) places[k] -= start;
  MPI_Type_create_struct(3, each, places, kinds, &type);
  MPI_Type_commit(&type);
  MPI_Sendrecv(&given, 1, type, next, 2, &taken, 1, type, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  sum += taken.p * taken.q[0] * taken.kind + taken.q[1] * taken.q[1];
  float complex z = (float)rank + 2 * I, w = 0;
  MPI_Sendrecv(&z, 1, MPI_C_FLOAT_COMPLEX, next, 3, &w, 1, MPI_C_FLOAT_COMPLEX, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double complex u = x[7] + x[8] * I, all;
  MPI_Allreduce(&u, &all, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
  long double wide = x[9] * x[9], most;
  MPI_Allreduce(&wide, &most, 1, MPI_LONG_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  struct { double value; int place; } pair = {x[10] * (rank + 1), rank}, best;
  MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  struct { long double value; int place; } third = {x[11] + rank, rank}, least;
  MPI_Allreduce(&third, &least, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  return sum / 10 + creal(all * all) + cimag(all) + (double)most + best.value * best.place + crealf(w) * x[5] + x[6] + (double)least.value * x[0];
}
