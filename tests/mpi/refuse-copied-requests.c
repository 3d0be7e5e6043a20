// fails: and its shadow is none of as many numbers
#include <mpi.h>
#include <string.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

struct part {
  double u[2];
  MPI_Request request;
};

double f(struct part *p) {
  MPI_Start(&p->request);
  MPI_Wait(&p->request, MPI_STATUS_IGNORE);
  return p->u[1] * p->u[0];
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  struct part p = {{1 + rank, 0}, MPI_REQUEST_NULL}, d;
  MPI_Recv_init(&p.u[1], 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &p.request);
  memcpy(&d, &p, sizeof d);
  MPI_Request sent;
  MPI_Isend(&p.u[0], 1, MPI_DOUBLE, (rank + 1) % ranks, 1, MPI_COMM_WORLD, &sent);
  __enzyme_autodiff((void *)f, enzyme_dup, &p, &d);
  MPI_Finalize();
  return 0;
}
