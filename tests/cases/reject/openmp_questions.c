// A region that asks about the team around its own.
// reject: cannot differentiate a parallel region that calls 'omp_get_team_size'
// flags: -fopenmp
#include <omp.h>
double __enzyme_autodiff(void *, ...);
double f(double x) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += x * omp_get_team_size(1);
  return sum;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
