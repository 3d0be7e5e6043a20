// Random patterns of messages, windows and collectives, the same on all ranks, one for each seed: reverse mode against forward mode, and both against central differences.
// Requests are waited for in random orders that differ between ranks.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { COUNT = 6, MOST = 12 };

static unsigned next_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static void messages_without_waiting(int rank, int ranks, unsigned *common, unsigned *own, double *v) {
  int count = 1 + next_number(common) % MOST, begun = 0, place[2 * MOST], receives[2 * MOST];
  double out[MOST][2], in[MOST][2];
  MPI_Request requests[2 * MOST];
  for (int k = 0; k < count; k++) {
    int from = next_number(common) % ranks, to = next_number(common) % ranks, tag = next_number(common) % 2, length = 1 + next_number(common) % 2;
    int wild = next_number(common) % 4 == 0;
    if (rank == to) {
      receives[begun] = 1, place[begun] = k;
      in[k][0] = in[k][1] = 0;
      MPI_Irecv(in[k], length, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &requests[begun++]);
    }
    if (rank == from) {
      receives[begun] = 0, place[begun] = k;
      out[k][0] = v[k % COUNT] * 0.5, out[k][1] = v[(k + 1) % COUNT] * v[k % COUNT];
      if (wild) MPI_Issend(out[k], length, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, &requests[begun++]);
      else MPI_Isend(out[k], length, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, &requests[begun++]);
    }
  }
  int all = next_number(common) % 2;
  if (all) MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
  for (int left = begun; left > 0; left--) {
    int k = next_number(own) % left;
    if (!all) MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    int at = place[k];
    if (receives[k]) v[at % COUNT] = 0.7 * v[at % COUNT] + sin(in[at][0]) * (1 + in[at][1]);
    requests[k] = requests[left - 1], receives[k] = receives[left - 1], place[k] = place[left - 1];
  }
}

static void messages_in_order(int rank, int ranks, unsigned *common, double *v) {
  int count = 1 + next_number(common) % MOST;
  for (int k = 0; k < count; k++) {
    int from = next_number(common) % ranks, to = (from + 1 + next_number(common) % ranks) % ranks, tag = next_number(common) % 3;
    if (from == to) continue;
    if (rank == from) MPI_Send(&v[k % 4], 2, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
    if (rank == to) {
      double got[2];
      MPI_Recv(got, 2, MPI_DOUBLE, from, k % 2 ? tag : MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      v[(k + 2) % COUNT] += 0.3 * got[0] * got[1];
    }
  }
}

static void messages_from_anyone(int rank, int ranks, int tag, unsigned *common, double *v) {
  int root = next_number(common) % ranks;
  double got[16];
  if (rank != root) MPI_Send(v, 1, MPI_DOUBLE, root, tag, MPI_COMM_WORLD);
  else {
    got[rank] = v[0];
    for (int k = 1; k < ranks; k++) {
      MPI_Status status;
      double one;
      MPI_Recv(&one, 1, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
      got[status.MPI_SOURCE] = one;
    }
    for (int k = 0; k < ranks; k++) v[k % COUNT] = 0.5 * v[k % COUNT] + got[k] * cos(v[1]) * 0.2;
  }
}

/* Requests that are made once and begun again: around a ring, or along an open row. */
static void messages_begun_again(int rank, int ranks, unsigned *common, double *v) {
  int steps = 1 + next_number(common) % 3, away = 1 + next_number(common) % ranks, tag = next_number(common) % 3, is_open = next_number(common) % 2, all = next_number(common) % 2;
  int to = rank + away, from = rank - away;
  if (is_open) to = to < ranks ? to : MPI_PROC_NULL, from = from >= 0 ? from : MPI_PROC_NULL;
  else to %= ranks, from = (from + ranks) % ranks;
  double out[2] = {v[0], v[1] * v[2]}, in[2] = {0.1, 0.2};
  MPI_Request r[2];
  MPI_Send_init(out, 2, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init(in, 2, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &r[1]);
  for (int step = 0; step < steps; step++) {
    if (all) {
      MPI_Startall(2, r);
      MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    } else {
      MPI_Start(&r[1]);
      MPI_Start(&r[0]);
      MPI_Wait(&r[0], MPI_STATUS_IGNORE);
      MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    }
    v[step % COUNT] = 0.5 * v[step % COUNT] + sin(in[0]) * in[1];
    out[0] = v[(step + 1) % COUNT], out[1] = v[step] * in[0];
  }
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

/* Memory that others reach between fences: place 0 is put by one rank, place 1 fetched by any, and all may add to place 2. */
static void through_a_window(int rank, int ranks, unsigned *common, double *v) {
  int epochs = 1 + next_number(common) % 3;
  double shared[3] = {v[0] * v[1], v[2], 0.3 * v[3]}, got = 0, given[2];
  /* Some libraries refuse windows of one rank. */
  if (ranks == 1) return;
  MPI_Win window;
  MPI_Win_create(shared, sizeof shared, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  for (int epoch = 0; epoch < epochs; epoch++) {
    int kinds = next_number(common) % 8, away = next_number(common) % ranks, root = next_number(common) % ranks;
    given[0] = v[4] * (1 + 0.1 * epoch), given[1] = v[5] * v[epoch];
    if (kinds & 1) MPI_Put(&given[0], 1, MPI_DOUBLE, (rank + away) % ranks, 0, 1, MPI_DOUBLE, window);
    if (kinds & 2) MPI_Get(&got, 1, MPI_DOUBLE, root, 1, 1, MPI_DOUBLE, window);
    if (kinds & 4) MPI_Accumulate(&given[1], 1, MPI_DOUBLE, root, 2, 1, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_fence(0, window);
    v[epoch] = 0.4 * v[epoch] + sin(shared[0]) + got * 0.3 + shared[2] / (1 + shared[2] * shared[2]);
    shared[1] = v[epoch] * 0.7;
    MPI_Win_fence(0, window);
  }
  MPI_Win_free(&window);
}

static void collective(int ranks, unsigned *common, double *v) {
  const MPI_Op ops[4] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD};
  MPI_Op op = ops[next_number(common) % 4];
  int root = next_number(common) % ranks, which = next_number(common) % 11;
  double w[2] = {0, 0}, all[32];
  MPI_Request request;
  if (which == 0) MPI_Bcast(v, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  else if (which == 1) MPI_Allreduce(v, w, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  else if (which == 2) MPI_Reduce(v + 1, w, 2, MPI_DOUBLE, op, root, MPI_COMM_WORLD);
  else if (which == 3) MPI_Scan(v + 2, w, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  else if (which == 4) {
    MPI_Iallreduce(v, w, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    v[3] *= 1.1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (which == 5) {
    MPI_Allgather(v, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int k = 0; k < 2 * ranks; k++) w[k % 2] += all[k] * all[k] * 0.1;
  } else if (which == 6) {
    for (int k = 0; k < ranks; k++) all[k] = v[k % COUNT];
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++) w[k % 2] += sin(all[k]);
  } else if (which == 7) MPI_Exscan(v + 1, w, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  else if (which == 8) {
    for (int k = 0; k < 2 * ranks; k++) all[k] = v[k % COUNT] * 0.5;
    MPI_Reduce_scatter_block(all, w, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  } else if (which == 9) {
    MPI_Iscan(v, w, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    v[3] *= 0.9;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Gather(v, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
    MPI_Scatter(all, 1, MPI_DOUBLE, w, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
  }
  v[4] = 0.5 * v[4] + 0.2 * w[0], v[5] = sin(v[5] + w[1]);
}

double f(unsigned seed, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  unsigned common = seed * 7919u + 17u, own = common + 101u * rank;
  double v[COUNT], sum = 0;
  for (int k = 0; k < COUNT; k++) v[k] = x[k];
  int steps = 1 + next_number(&common) % 6;
  for (int step = 0; step < steps; step++) {
    int kind = next_number(&common) % 6;
    if (kind == 0) messages_without_waiting(rank, ranks, &common, &own, v);
    else if (kind == 1) messages_in_order(rank, ranks, &common, v);
    else if (kind == 2) messages_from_anyone(rank, ranks, 5 + step, &common, v);
    else if (kind == 3) messages_begun_again(rank, ranks, &common, v);
    else if (kind == 4) through_a_window(rank, ranks, &common, v);
    else collective(ranks, &common, v);
    for (int k = 0; k < COUNT; k++) v[k] = v[k] / (1 + 0.1 * v[k] * v[k]);
  }
  for (int k = 0; k < COUNT; k++) sum += v[k] * v[k] * (k + 1);
  return sum;
}

static double total(double value) {
  double sum;
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  /* All ranks decide by the same bits how to go on. */
  MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return sum;
}

static int wrong(const char *what, unsigned seed, double got, double want, double tolerance) {
  if (fabs(got - want) <= tolerance * fmax(1, fabs(want))) return 0;
  fprintf(stderr, "seed %u: %s: %.12g, but %.12g\n", seed, what, got, want);
  return 1;
}

/* The derivative along v by central differences of four values, with a step of h; `rounding` becomes how much that may be off for lack of digits. */
static double difference(unsigned seed, const double *x, const double *v, double h, double *rounding) {
  const double weights[5] = {1, -8, 0, 8, -1};
  double y[COUNT], change = 0, largest = 0;
  for (int side = -2; side <= 2; side++) {
    if (!side) continue;
    for (int k = 0; k < COUNT; k++) y[k] = x[k] + side * h * v[k];
    double value = total(f(seed, y));
    change += weights[side + 2] * value, largest = fmax(largest, fabs(value));
  }
  *rounding = 1e-14 * largest / h;
  return change / (12 * h);
}

/* Compares with differences, of shorter and shorter steps until they settle: a step may lead to where another number is the largest, and a pattern that multiplies
   much has large derivatives of high order. What differs from two steps that agree with each other is wrong; that no two of them agree is said, and is no error. */
static int check_differences(unsigned seed, const double *x, const double *v, double got, int rank) {
  double before = 0, best = INFINITY, settled = 0, rounding;
  for (double h = 1e-3; h > 1e-9; h /= 8) {
    double change = difference(seed, x, v, h, &rounding);
    if (fabs(got - change) <= 1e-6 * fmax(1, fabs(change))) return 0;
    double doubt = fabs(change - before) + rounding;
    if (h < 1e-3 && doubt < best) best = doubt, settled = change;
    before = change;
  }
  if (rank == 0) fprintf(stderr, "seed %u: reverse mode gives %.12g, differences %.12g within %.3g\n", seed, got, settled, best);
  return !(best >= 0.01 * fabs(got - settled));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, failures = 0;
  unsigned first = argc > 1 ? atoi(argv[1]) : 0, count = argc > 2 ? atoi(argv[2]) : 40;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (unsigned seed = first; seed < first + count; seed++) {
    double x[COUNT], dx[COUNT] = {0}, v[COUNT], by_reverse = 0;
    for (int k = 0; k < COUNT; k++) x[k] = 0.4 + 0.13 * k + 0.05 * rank - 0.011 * k * rank, v[k] = sin(1.0 + k + 2 * rank + seed);
    __enzyme_autodiff((void *)f, enzyme_const, seed, enzyme_dup, x, dx);
    for (int k = 0; k < COUNT; k++) by_reverse += dx[k] * v[k];
    double by_forward = total(__enzyme_fwddiff((void *)f, enzyme_const, seed, enzyme_dup, x, v));
    by_reverse = total(by_reverse);
    failures += wrong("reverse and forward mode", seed, by_reverse, by_forward, 1e-10);
    failures += check_differences(seed, x, v, by_reverse, rank);
  }
  MPI_Finalize();
  return failures != 0;
}
