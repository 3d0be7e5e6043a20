// fails: numbers are reduced with an operator that is none of MPI_SUM
#include "ranks.h"

static void longest(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int k = 0; k < *length; k++) ((double *)inout)[k] = hypot(((double *)in)[k], ((double *)inout)[k]);
}

/* Which function it is, is not known when the program is compiled. */
MPI_User_function *volatile chosen = longest;

double f(int n, double *x) {
  double all;
  MPI_Op operation;
  MPI_Op_create(chosen, 1, &operation);
  MPI_Allreduce(x, &all, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  return all * x[n - 1];
}
