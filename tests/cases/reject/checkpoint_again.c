// The gradient of a loop with checkpoints is not differentiated again.
// reject: the gradient of a loop with zymase_checkpoint is not differentiated again
#include <zymase/autodiff.h>

double f(double x, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    x = x * x + 0.1;
  }
  return x;
}

double slope(double x, int steps) { return __enzyme_autodiff((void *)f, x, steps); }

int main(void) { return __enzyme_fwddiff((void *)slope, 0.3, 1.0, 10) > 0; }
