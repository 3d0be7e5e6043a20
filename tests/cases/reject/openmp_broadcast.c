// Threads that use their numbers and hand a value to the others.
// reject: cannot differentiate a parallel region whose threads wait for each other and use thread numbers
// flags: -fopenmp
#include <omp.h>
double __enzyme_autodiff(void *, ...);
double f(double x) {
  double sum = 0, scale;
#pragma omp parallel private(scale) reduction(+ : sum)
  {
#pragma omp single copyprivate(scale)
    scale = x * x;
    sum += scale * omp_get_thread_num();
  }
  return sum;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
