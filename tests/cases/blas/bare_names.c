// Fortran's symbols without an underscore, as some libraries have them; a function of the program that only has such a
// name is told by its type.
// run:
// flags: -lblas
#include "check.h"

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double ddot(int *, double *, int *, double *, int *);
void dgemm(char *, char *, int *, int *, int *, double *, double *, int *, double *, int *, double *, double *, int *);
double dscal(double x);
double dscal(double x) { return x * x; }
__asm__(".text\n.globl ddot\nddot: jmp ddot_@PLT\n.globl dgemm\ndgemm: jmp dgemm_@PLT\n.globl daxpy\ndaxpy: jmp "
        "daxpy_@PLT\n");

static double f(double *x) {
  int two = 2, four = 4, one = 1;
  double alpha = 1, beta = 0, product[4];
  dgemm("N", "N", &two, &two, &two, &alpha, x, &two, x, &two, &beta, product, &two);
  return ddot(&four, product, &one, x, &one) + dscal(x[0]);
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
  for (int i = 0; i < 4; ++i) {
    double above[4] = {1, 2, 3, 4}, below[4] = {1, 2, 3, 4};
    above[i] += 1e-5;
    below[i] -= 1e-5;
    check_close("differences", dx[i], (f(above) - f(below)) / 2e-5, 1e-7);
  }
  return 0;
}
