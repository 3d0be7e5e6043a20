// Every kind of send, waiting or not, begun again or not, and receives that look before they take a message without waiting.
#include "ranks.h"

/* Ready sends need a receive that has begun: all ranks begin theirs before any sends. */
static double ready(const double *x, int next, int before) {
  double in[3] = {0}, out[3] = {x[0] * x[1], x[2], sin(x[3])}, sum = 0;
  MPI_Request r[2];
  MPI_Irecv(in, 2, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(in + 2, 1, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(out, 2, MPI_DOUBLE, next, 1, MPI_COMM_WORLD);
  MPI_Request sent;
  MPI_Irsend(out + 2, 1, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &sent);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  for (int k = 0; k < 3; k++) sum += in[k] * in[k] * (k + 1);
  return sum;
}

static double buffered(const double *x, int next, int before) {
  enum { ROOM = 6 * (sizeof(double) + MPI_BSEND_OVERHEAD) };
  char *room = (char *)malloc(ROOM);
  int size;
  MPI_Buffer_attach(room, ROOM);
  double in[3], out[3] = {x[4] * x[0], x[5], x[1] * x[1]};
  MPI_Request sent;
  MPI_Ibsend(out, 2, MPI_DOUBLE, next, 3, MPI_COMM_WORLD, &sent);
  MPI_Bsend(out + 2, 1, MPI_DOUBLE, next, 4, MPI_COMM_WORLD);
  MPI_Recv(in, 2, MPI_DOUBLE, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(in + 2, 1, MPI_DOUBLE, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&room, &size);
  free(room);
  return in[0] * in[1] + in[2];
}

/* Requests of every kind that are begun again. */
static double again(const double *x, int next, int before) {
  enum { ROOM = 4 * (sizeof(double) + MPI_BSEND_OVERHEAD) };
  char *room = (char *)malloc(ROOM);
  int size;
  double out[3] = {x[0], x[1], x[2]}, in[3] = {0}, sum = 0;
  MPI_Request sends[3], receives[3];
  MPI_Buffer_attach(room, ROOM);
  MPI_Ssend_init(&out[0], 1, MPI_DOUBLE, next, 5, MPI_COMM_WORLD, &sends[0]);
  MPI_Rsend_init(&out[1], 1, MPI_DOUBLE, next, 6, MPI_COMM_WORLD, &sends[1]);
  MPI_Bsend_init(&out[2], 1, MPI_DOUBLE, next, 7, MPI_COMM_WORLD, &sends[2]);
  for (int k = 0; k < 3; k++) MPI_Recv_init(&in[k], 1, MPI_DOUBLE, before, 5 + k, MPI_COMM_WORLD, &receives[k]);
  for (int step = 0; step < 2; step++) {
    MPI_Startall(3, receives);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Startall(3, sends);
    MPI_Waitall(3, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 3; k++) out[k] = sin(in[k]) * x[k + 1] + step, sum += in[k] * in[(k + 1) % 3];
  }
  for (int k = 0; k < 3; k++) MPI_Request_free(&sends[k]), MPI_Request_free(&receives[k]);
  MPI_Buffer_detach(&room, &size);
  free(room);
  return sum;
}

/* Looks until there is a message, and takes it. */
static double looked_for(const double *x, int next, int before) {
  double out[2] = {x[2] * x[3], x[4]}, in[2], more[2], sum;
  int there = 0, count;
  MPI_Status status;
  MPI_Message message;
  MPI_Request sent[2], got;
  MPI_Issend(out, 2, MPI_DOUBLE, next, 8, MPI_COMM_WORLD, &sent[0]);
  while (!there) MPI_Iprobe(before, 8, MPI_COMM_WORLD, &there, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Recv(in, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
  MPI_Isend(out, 2, MPI_DOUBLE, next, 9, MPI_COMM_WORLD, &sent[1]);
  there = 0;
  while (!there) MPI_Improbe(before, 9, MPI_COMM_WORLD, &there, &message, &status);
  MPI_Imrecv(more, 2, MPI_DOUBLE, &message, &got);
  sum = in[0] * in[1];
  MPI_Wait(&got, &status);
  MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
  return sum * more[0] + more[1] * more[1] * count;
}

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  return ready(x, next, before) + buffered(x, next, before) * x[n - 1] + again(x, next, before) + looked_for(x, next, before);
}
