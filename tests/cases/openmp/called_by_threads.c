// Threads of a region outside call the derivative, and the function asks for their numbers: each has memory of its own.
// run:
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
static double scratch[64][8];

double f(double *x, int n) {
  double *squares = scratch[omp_get_thread_num()], sum = 0;
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  for (int k = 0; k < 2000; k++)
    for (int i = 0; i < n; i++)
      sum += squares[i] * x[i] / 2000;
  return sum;
}

int main(void) {
  int wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
  for (int j = 0; j < 400; j++) {
    double x[8], d[8] = {0};
    for (int i = 0; i < 8; i++)
      x[i] = j * 0.01 + i + 0.5;
    __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, 8);
    for (int i = 0; i < 8; i++) {
      double expected = 3 * x[i] * x[i];
      wrong += !(d[i] > 0.999999 * expected && d[i] < 1.000001 * expected);
    }
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
