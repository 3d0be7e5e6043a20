// Another random number each time would be another step.
// reject: calls 'rand', which does more than compute
#include <stdlib.h>
#include <zymase/autodiff.h>

double f(double x, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    x = x * x + 0.1 * (rand() % 2);
  }
  return x;
}

int main(void) { return __enzyme_autodiff((void *)f, 0.3, 10) > 0; }
