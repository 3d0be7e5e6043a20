// A table that a global pointer was set to before the derivative call is constant where it is only read; where the
// pointer names an argument, it means the argument.
// run:
#include "check.h"
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const;

static double *weights;
static const char *const *words;
static int count;
static double *current;

static double weighted(double x) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += weights[i] * x * x * (double)strlen(words[i]);
  return sum;
}

static double through_alias(double *x) { return current[0] * x[1] + x[0]; }

int main(void) {
  static const char *const names[] = {"a", "bc", "def"};
  count = 3;
  words = names;
  weights = malloc(count * sizeof *weights);
  for (int i = 0; i < count; ++i)
    weights[i] = i + 1;
  check_close("reverse", __enzyme_autodiff((void *)weighted, 0.5), 14, 1e-12);
  check_close("forward", __enzyme_fwddiff((void *)weighted, 0.5, 1.0), 14, 1e-12);
  double h = 1e-6;
  check_close("differences", (weighted(0.5 + h) - weighted(0.5 - h)) / (2 * h), 14, 1e-7);
  double x[2] = {3, 5}, dx[2] = {0, 0}, direction[2] = {1, 0};
  current = x;
  __enzyme_autodiff((void *)through_alias, x, dx);
  check_close("through the global and the argument", dx[0], 6, 1e-12);
  check_close("the other one", dx[1], 3, 1e-12);
  check_close("forward", __enzyme_fwddiff((void *)through_alias, x, direction), 6, 1e-12);
  free(weights);
  return 0;
}
