// A function without a derivative that returns its argument: the optimiser knows, and must not pass the call by.
// run:
#include "check.h"
#include <stdio.h>

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static int seen;

__attribute__((noinline)) double trace(double x) {
  seen++;
  printf("%g\n", x);
  return x;
}
void *__enzyme_inactivefn_trace[] = {(void *)trace};

__attribute__((noinline)) double straight(double x) { return x; }
double augmented_straight(double x) { return x; }
double reverse_straight(double x, double seed) { return 10 * seed; }
void *__enzyme_register_gradient_straight[] = {(void *)straight, (void *)augmented_straight, (void *)reverse_straight};

static double f(double x) { return trace(x) * x; }
static double g(double x) { return straight(x) * x; }

int main(void) {
  check_close("the result is a constant", __enzyme_autodiff((void *)f, 3.0), 3, 1e-14);
  check_close("forward too", __enzyme_fwddiff((void *)f, 3.0, 1.0), 3, 1e-14);
  check_close("called", seen, 2, 0);
  check_close("the rule counts", __enzyme_autodiff((void *)g, 3.0), 33, 1e-14);
  return 0;
}
