// Requests of which any, or some, are waited for.
#include "ranks.h"

double f(int n, double *x) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double in[16], out[16], sum = 0;
  MPI_Request got[16], sent[16];
  for (int k = 0; k < ranks; k++) {
    out[k] = x[k % n] * x[(k + 1) % n] + k;
    MPI_Irecv(&in[k], 1, MPI_DOUBLE, k, 10, MPI_COMM_WORLD, &got[k]);
  }
  for (int k = 0; k < ranks; k++) MPI_Isend(&out[k], 1, MPI_DOUBLE, k, 10, MPI_COMM_WORLD, &sent[k]);
  for (int k = 0; k < ranks; k++) {
    int which;
    MPI_Status status;
    MPI_Waitany(ranks, got, &which, &status);
    sum += in[which] * x[which % n] * (1 + status.MPI_SOURCE);
  }
  int left = ranks;
  while (left > 0) {
    int ended, which[16];
    MPI_Waitsome(ranks, sent, &ended, which, MPI_STATUSES_IGNORE);
    left -= ended;
  }
  for (int k = 0; k < ranks; k++) out[k] = sum * x[k % n];
  for (int k = 0; k < ranks; k++) MPI_Irecv(&in[k], 1, MPI_DOUBLE, k, 10, MPI_COMM_WORLD, &got[k]);
  for (int k = 0; k < ranks; k++) MPI_Isend(&out[k], 1, MPI_DOUBLE, k, 10, MPI_COMM_WORLD, &sent[k]);
  left = ranks;
  while (left > 0) {
    int flag = 0, which;
    MPI_Testany(ranks, got, &which, &flag, MPI_STATUS_IGNORE);
    if (flag && which != MPI_UNDEFINED) left--, sum += in[which] * in[which];
  }
  left = ranks;
  while (left > 0) {
    int ended, which[16];
    MPI_Testsome(ranks, sent, &ended, which, MPI_STATUSES_IGNORE);
    left -= ended;
  }
  return sum;
}
