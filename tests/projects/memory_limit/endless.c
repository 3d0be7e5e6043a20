/* A loop that must not run again. */
#include <stdio.h>
#include <zymase/autodiff.h>

static double f(double x, int steps) {
  double y[2] = {x, 1};
  for (int t = 0; t < steps; ++t) {
    y[t % 2] = y[0] * y[1];
    printf("%d\n", t);
  }
  return y[0] * y[1];
}

int main(int argc, char **argv) { return __enzyme_autodiff((void *)f, 0.5, argc) > 0; }
