// fails: the shadow of the buffer is smaller than the message
#include <mpi.h>
#include <stdlib.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

double f(double *x) {
  double sums[4], all = 0;
  MPI_Allreduce(x, sums, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int k = 0; k < 4; k++) all += sums[k] * sums[k];
  return all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  setenv("ZYMASE_CHECK_MESSAGES", "1", 1);
  /* There is room for three. */
  double both[7] = {0, 0, 0, 1, 2, 3, 4};
  __enzyme_autodiff((void *)f, enzyme_dup, both + 3, both);
  MPI_Finalize();
  return 0;
}
