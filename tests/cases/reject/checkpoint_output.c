// What a step does to the world must not happen twice.
// reject: calls 'printf', which does more than compute
// flags: -g
#include <stdio.h>
#include <zymase/autodiff.h>

double f(double x, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    x = x * x + 0.1;
    printf("%d\n", t);
  }
  return x;
}

int main(void) { return __enzyme_autodiff((void *)f, 0.3, 10) > 0; }
