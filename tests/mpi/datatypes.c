// Derived datatypes: columns, parts of arrays, scattered numbers, structs with integers in them, complex numbers.
#define COUNT 12
#include "ranks.h"
#include <stddef.h>

struct particle { int kind; double place[2]; float weight; int tag; double charge; };

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double a[12], b[12], sum = 0;
  for (int k = 0; k < 12; k++) a[k] = x[k] * x[k] + k, b[k] = 0.1 * x[k];
  MPI_Datatype column, wide, part, some, pair;
  MPI_Type_vector(3, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Type_create_resized(column, 0, sizeof(double), &wide);
  MPI_Type_commit(&wide);
  int sizes[2] = {3, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &part);
  MPI_Type_commit(&part);
  int lengths[3] = {1, 2, 1}, at[3] = {0, 4, 9};
  MPI_Type_indexed(3, lengths, at, MPI_DOUBLE, &some);
  MPI_Type_commit(&some);
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Sendrecv(a + 3, 1, column, next, 1, b, 1, column, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 12; k++) sum += b[k] * b[k];
  MPI_Sendrecv(a, 2, wide, next, 1, b + 1, 6, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 12; k++) sum += b[k] * x[k] * k;
  MPI_Sendrecv(a, 1, part, next, 1, b, 1, part, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 12; k++) sum += b[k] * b[k] * k;
  MPI_Request r[2];
  MPI_Irecv(b, 4, pair, before, 5, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(a, 1, some, next, 5, MPI_COMM_WORLD, &r[1]);
  MPI_Type_free(&some);
  MPI_Type_free(&pair);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int k = 0; k < 12; k++) sum += sin(b[k]) * (k + 1);
  struct particle p[2], q[2];
  for (int k = 0; k < 2; k++) p[k] = (struct particle){k, {x[k], x[k + 2]}, (float)x[4], 7, x[5] * x[6]};
  int blocks[5] = {1, 2, 1, 1, 1};
  MPI_Aint places[5] = {offsetof(struct particle, kind), offsetof(struct particle, place), offsetof(struct particle, weight), offsetof(struct particle, tag), offsetof(struct particle, charge)};
  MPI_Datatype kinds[5] = {MPI_INT, MPI_DOUBLE, MPI_FLOAT, MPI_INT, MPI_DOUBLE}, record, whole;
  MPI_Type_create_struct(5, blocks, places, kinds, &record);
  MPI_Type_create_resized(record, 0, sizeof(struct particle), &whole);
  MPI_Type_commit(&whole);
  MPI_Sendrecv(p, 2, whole, next, 2, q, 2, whole, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 2; k++) sum += q[k].place[0] * q[k].place[1] * q[k].charge * (q[k].kind + q[k].tag);
  MPI_Bcast(q, 2, whole, 0, MPI_COMM_WORLD);
  sum += q[1].place[0] * q[0].charge;
  double _Complex z = x[7] + x[8] * 1.0i, y = 0, total;
  MPI_Sendrecv(&z, 1, MPI_C_DOUBLE_COMPLEX, next, 3, &y, 1, MPI_C_DOUBLE_COMPLEX, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y *= y;
  MPI_Allreduce(&y, &total, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
  sum += __real__ total * __imag__ total + __real__ y;
  MPI_Type_free(&column);
  MPI_Type_free(&wide);
  MPI_Type_free(&part);
  MPI_Type_free(&record);
  MPI_Type_free(&whole);
  return sum;
}
