// Numbers and structs that are sent as characters, and texts, alone and beside numbers.
#include "ranks.h"
#include <stddef.h>
#include <string.h>

struct particle { int id; double a, b; };
struct named { char name[12]; unsigned char flag; short k; double v[2]; };

static double texts(int rank) {
  char title[32] = "", word[5], *copy = malloc(32);
  if (rank == 0) snprintf(title, sizeof title, "run %d", 7);
  MPI_Bcast(title, 32, MPI_CHAR, 0, MPI_COMM_WORLD);
  strcpy(copy, title);
  int length = (int)strlen(copy) + 1;
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(copy, length, MPI_CHAR, 0, MPI_COMM_WORLD);
  strcpy(word, "ward");
  if (rank == 0) word[1] = 'o';
  MPI_Bcast(word, 5, MPI_CHAR, 0, MPI_COMM_WORLD);
  double seen = strlen(copy) + (strcmp(word, "word") == 0);
  free(copy);
  return seen;
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  double got[COUNT], sum = 0;
  MPI_Sendrecv(x, n * sizeof(double), MPI_CHAR, next, 0, got, n * sizeof(double), MPI_CHAR, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < n; k++) sum += got[k] * got[k] * x[k];
  struct particle out = {1, x[0], x[1] * x[2]}, in;
  struct named a = {"name", 3, 2, {x[0], x[1] * x[2]}}, b;
  MPI_Datatype whole, named, kinds[4] = {MPI_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_DOUBLE};
  int lengths[4] = {12, 1, 1, 2};
  MPI_Aint places[4] = {offsetof(struct named, name), offsetof(struct named, flag), offsetof(struct named, k), offsetof(struct named, v)};
  MPI_Type_contiguous(sizeof(struct particle), MPI_CHAR, &whole);
  MPI_Type_create_struct(4, lengths, places, kinds, &named);
  MPI_Type_commit(&whole);
  MPI_Type_commit(&named);
  MPI_Sendrecv(&out, 1, whole, next, 1, &in, 1, whole, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&a, 1, named, next, 2, &b, 1, named, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&whole);
  MPI_Type_free(&named);
  return sum + in.a * in.b * x[3] * in.id + b.v[0] * b.v[1] * (b.flag + b.k) * strlen(b.name) * texts(rank);
}
