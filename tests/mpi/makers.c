// Every call that makes a communicator, and what programs ask about communicators, groups and names on the way.
#include "ranks.h"
#include <string.h>

static double sum_in(MPI_Comm comm, double value) {
  double all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all * value;
}

static double of_groups(const double *x, int rank, int ranks) {
  MPI_Group world, even, odd, both, none;
  MPI_Comm made, small;
  int members[8], count = 0, in_group, size, order, translated;
  double sum = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int k = 0; k < ranks; k += 2) members[count++] = k;
  MPI_Group_incl(world, count, members, &even);
  MPI_Group_excl(world, count, members, &odd);
  MPI_Group_union(odd, even, &both);
  MPI_Group_intersection(odd, even, &none);
  MPI_Group_rank(even, &in_group);
  MPI_Group_size(both, &size);
  MPI_Group_compare(both, world, &order);
  MPI_Group_translate_ranks(world, 1, members, even, &translated);
  MPI_Comm_create(MPI_COMM_WORLD, both, &made);
  sum += sum_in(made, x[0] * x[1]) / size + translated;
  if (in_group != MPI_UNDEFINED) {
    MPI_Comm_create_group(MPI_COMM_WORLD, even, 3, &small);
    sum += sum_in(small, sin(x[2]) + rank);
    MPI_Comm_free(&small);
  }
  MPI_Comm_free(&made);
  MPI_Group_free(&world), MPI_Group_free(&even), MPI_Group_free(&odd), MPI_Group_free(&both);
  if (none != MPI_GROUP_EMPTY) MPI_Group_free(&none);
  return sum;
}

static double of_copies(const double *x) {
  MPI_Comm node, copy;
  MPI_Info info;
  char name[MPI_MAX_OBJECT_NAME];
  int length, same;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_set_name(node, "node");
  MPI_Comm_get_name(node, name, &length);
  MPI_Comm_dup_with_info(node, info, &copy);
  MPI_Comm_compare(node, copy, &same);
  double sum = sum_in(copy, x[3] * x[4]) * (same == MPI_CONGRUENT) + sum_in(node, x[5]) * length;
  MPI_Info_free(&info);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&node);
  return sum;
}

/* Rows and columns of a grid. */
static double of_grids(const double *x, int ranks) {
  MPI_Comm grid, row, column;
  int dims[2] = {0, 0}, periods[2] = {0, 1}, keep[2][2] = {{0, 1}, {1, 0}}, dimensions, place[2], rank, back, kind, side[2], around[2];
  MPI_Dims_create(ranks, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_get(grid, 2, side, around, place);
  MPI_Cart_coords(grid, rank, 2, place);
  MPI_Cart_rank(grid, place, &back);
  MPI_Cartdim_get(grid, &dimensions);
  MPI_Topo_test(grid, &kind);
  MPI_Cart_sub(grid, keep[0], &row);
  MPI_Cart_sub(grid, keep[1], &column);
  double a = x[0] * x[1] + place[0], b = a;
  MPI_Bcast(&b, 1, MPI_DOUBLE, 0, row);
  double sum = sum_in(column, b * x[2]) * dimensions + (back - rank) + (kind == MPI_CART) + a;
  MPI_Comm_free(&row), MPI_Comm_free(&column), MPI_Comm_free(&grid);
  return sum;
}

/* Two halves that meet, and one of both. */
static double of_halves(const double *x, int rank, int ranks) {
  if (ranks == 1) return x[1] * x[1];
  MPI_Comm half, between, whole;
  int is_between, others;
  MPI_Comm_split(MPI_COMM_WORLD, rank < (ranks + 1) / 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < (ranks + 1) / 2 ? (ranks + 1) / 2 : 0, 12, &between);
  MPI_Comm_test_inter(between, &is_between);
  MPI_Comm_remote_size(between, &others);
  MPI_Intercomm_merge(between, rank < (ranks + 1) / 2, &whole);
  double sum = sum_in(whole, x[1] * x[3]) * is_between * others;
  double passed = x[4] * x[4];
  int own;
  MPI_Comm_rank(half, &own);
  /* Messages between halves, too. */
  if (own == 0) MPI_Sendrecv_replace(&passed, 1, MPI_DOUBLE, 0, 4, 0, 4, between, MPI_STATUS_IGNORE);
  MPI_Comm_free(&whole), MPI_Comm_free(&between), MPI_Comm_free(&half);
  return sum + passed * x[5];
}

double f(int n, double *x) {
  int rank, ranks, flag, level, length;
  char name[MPI_MAX_PROCESSOR_NAME];
  double begin = MPI_Wtime();
  MPI_Initialized(&flag);
  MPI_Query_thread(&level);
  MPI_Get_processor_name(name, &length);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double sum = of_groups(x, rank, ranks) + of_copies(x) + of_grids(x, ranks) + of_halves(x, rank, ranks);
  if (MPI_Wtime() - begin < 0 || MPI_Wtick() < 0) MPI_Abort(MPI_COMM_WORLD, 1);
  return sum * flag + x[n - 1];
}
