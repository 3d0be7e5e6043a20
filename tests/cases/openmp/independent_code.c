// The derivative of a loop that asks for it starts threads, the program does not.
// flags: -fopenmp
// ir: -O2 gradient_of_sines contains __kmpc_fork_call
// ir: -O2 sum_of_sines lacks __kmpc_fork_call
#include <math.h>
#include <zymase/autodiff.h>

double sum_of_sines(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    zymase_parallel();
    sum += sin(x[i]);
  }
  return sum;
}

void gradient_of_sines(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)sum_of_sines, enzyme_dup, x, dx, enzyme_const, n);
}
