// Operators that the program makes: of numbers, of matrices, whose order counts, and of structs with integers among the numbers; in all reductions.
#include "ranks.h"
#include <stddef.h>

static void longest(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int k = 0; k < *length; k++) ((double *)inout)[k] = hypot(((double *)in)[k], ((double *)inout)[k]);
}

/* Matrices of two rows: of those of all ranks, in their order. */
static void product(void *in, void *inout, int *length, MPI_Datatype *type) {
  const double *a = in;
  double *b = inout;
  (void)type;
  for (int k = 0; k < *length; k++, a += 4, b += 4) {
    double c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
    for (int i = 0; i < 4; i++) b[i] = c[i];
  }
}

/* The largest so far, what it is scaled by, and how many there are: sums of exponentials that do not overflow. */
struct sum { double largest, rest; int count; float weight; };

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
  struct sum *a = in, *b = inout;
  (void)type;
  for (int k = 0; k < *length; k++) {
    double top = a[k].largest > b[k].largest ? a[k].largest : b[k].largest;
    b[k].rest = a[k].rest * exp(a[k].largest - top) + b[k].rest * exp(b[k].largest - top);
    b[k].largest = top;
    b[k].count += a[k].count;
    b[k].weight += a[k].weight * a[k].count;
  }
}

static double of_numbers(double *x, int rank, int ranks) {
  MPI_Op operation;
  MPI_Request request;
  double all[2], upto[2], before[2] = {0, 0}, later[1], at_root[1] = {0}, *parts = malloc(2 * ranks * sizeof *parts), own[2];
  MPI_Op_create(longest, 1, &operation);
  MPI_Iallreduce(x + 2, later, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD, &request);
  MPI_Allreduce(x, all, 2, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Scan(x + 1, upto, 2, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Exscan(x + 3, before, 2, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Reduce(x + 4, at_root, 1, MPI_DOUBLE, operation, ranks - 1, MPI_COMM_WORLD);
  for (int k = 0; k < 2 * ranks; k++) parts[k] = x[k % 6] * (1 + k);
  MPI_Reduce_scatter_block(parts, own, 2, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, all + 1, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Op_free(&operation);
  free(parts);
  return all[0] * all[1] + upto[0] * x[5] + upto[1] + before[0] * before[1] * (rank + 1) + later[0] * x[0] + at_root[0] * x[1] + own[0] * own[1];
}

static double of_matrices(const double *x, int rank) {
  MPI_Op operation;
  MPI_Datatype matrix;
  double m[8] = {x[0], 0.3, -0.2, x[1], 1, x[2] * x[3], 0.1 * rank, x[4]}, all[8], upto[8];
  MPI_Op_create(product, 0, &operation);
  MPI_Type_contiguous(4, MPI_DOUBLE, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Allreduce(m, all, 2, matrix, operation, MPI_COMM_WORLD);
  MPI_Scan(m, upto, 2, matrix, operation, MPI_COMM_WORLD);
  MPI_Type_free(&matrix);
  MPI_Op_free(&operation);
  return all[0] * all[3] - all[1] * all[2] + all[4] + all[6] * 0.1 + upto[1] * upto[5] + upto[7];
}

static double of_structs(const double *x, int rank) {
  struct sum s[2], all[2];
  MPI_Datatype fields, type, kinds[4] = {MPI_DOUBLE, MPI_DOUBLE, MPI_INT, MPI_FLOAT};
  int lengths[4] = {1, 1, 1, 1};
  MPI_Aint places[4] = {offsetof(struct sum, largest), offsetof(struct sum, rest), offsetof(struct sum, count), offsetof(struct sum, weight)};
  MPI_Op operation;
  MPI_Type_create_struct(4, lengths, places, kinds, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(struct sum), &type);
  MPI_Type_commit(&type);
  MPI_Op_create(add, 1, &operation);
  for (int k = 0; k < 2; k++) s[k] = (struct sum){x[k], 1 + x[k + 2] * x[k + 2], 1 + rank, (float)0.5};
  MPI_Allreduce(s, all, 2, type, operation, MPI_COMM_WORLD);
  MPI_Type_free(&fields);
  MPI_Type_free(&type);
  MPI_Op_free(&operation);
  return (all[0].largest + log(all[0].rest)) * all[0].count + all[1].largest * all[1].rest * x[5];
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  (void)n;
  return of_numbers(x, rank, ranks) + of_matrices(x, rank) + of_structs(x, rank);
}
