// Persistent requests that are made once, before derivatives begin: the shadow of a request is one that is made for the shadow of its memory.
#include <math.h>
#include <mpi.h>
#include <stdio.h>

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { CELLS = 5 };
struct part {
  double u[CELLS + 2];
  int steps;
  MPI_Request requests[4];
};

static void make(struct part *p, int rank, int ranks) {
  int before = (rank + ranks - 1) % ranks, next = (rank + 1) % ranks;
  p->steps = 3;
  MPI_Recv_init(&p->u[0], 1, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &p->requests[0]);
  MPI_Recv_init(&p->u[CELLS + 1], 1, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &p->requests[1]);
  MPI_Send_init(&p->u[CELLS], 1, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &p->requests[2]);
  MPI_Send_init(&p->u[1], 1, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &p->requests[3]);
}

double energy(struct part *p) {
  double sum = 0, next[CELLS + 2];
  for (int t = 0; t < p->steps; t++) {
    MPI_Startall(4, p->requests);
    MPI_Waitall(4, p->requests, MPI_STATUSES_IGNORE);
    for (int i = 1; i <= CELLS; i++) next[i] = p->u[i] + 0.1 * p->u[i - 1] * p->u[i + 1];
    for (int i = 1; i <= CELLS; i++) p->u[i] = next[i];
  }
  for (int i = 1; i <= CELLS; i++) sum += p->u[i] * p->u[i];
  return sum;
}

static double direction(int rank, int i) { return i >= 1 && i <= CELLS ? cos(i + rank) : 0; }

static void set(struct part *p, int rank, double along) {
  for (int i = 0; i < CELLS + 2; i++) p->u[i] = 0.3 + 0.1 * i + 0.05 * rank + along * direction(rank, i);
}

static double total(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  struct part p, d = {.steps = 0};
  make(&p, rank, ranks);
  make(&d, rank, ranks);
  set(&p, rank, 0);
  __enzyme_autodiff((void *)energy, enzyme_dup, &p, &d);
  double by_reverse = 0, change = 0;
  for (int i = 1; i <= CELLS; i++) by_reverse += d.u[i] * direction(rank, i);
  by_reverse = total(by_reverse);
  for (int side = -1; side <= 1; side += 2) {
    set(&p, rank, side * 1e-5);
    change += side * total(energy(&p));
  }
  set(&p, rank, 0);
  for (int i = 0; i < CELLS + 2; i++) d.u[i] = direction(rank, i);
  double by_forward = total(__enzyme_fwddiff((void *)energy, enzyme_dup, &p, &d)), want = change / 2e-5;
  int wrong = fabs(by_reverse - want) > 1e-7 * fabs(want) || fabs(by_forward - by_reverse) > 1e-12 * fabs(want);
  if (wrong) fprintf(stderr, "reverse %.12g, forward %.12g, differences %.12g\n", by_reverse, by_forward, want);
  MPI_Finalize();
  return wrong;
}
