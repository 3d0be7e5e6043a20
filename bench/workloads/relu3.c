/* bench: relu3
   sizes: 1000000
   check: 50

   A branch in the middle of a scalar function, called for many numbers. */
#include "workload.h"

__attribute__((noinline)) static double cube(double x) { return x * x * x; }

static double relu3(double x) { return x > 0 ? cube(x) : 0; }

static int count;
static double *x;

void setup(int size) {
  count = size;
  x = input(size, -1, 1);
}

double primal(void) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += relu3(x[i]);
  return sum;
}

void gradient(void) {
  double *dx = shadow(x);
  for (int i = 0; i < count; ++i)
    dx[i] = __enzyme_autodiff((void *)relu3, x[i]);
}

void hand(void) {
  double *dx = shadow(x);
  for (int i = 0; i < count; ++i)
    dx[i] = x[i] > 0 ? 3 * x[i] * x[i] : 0;
}
