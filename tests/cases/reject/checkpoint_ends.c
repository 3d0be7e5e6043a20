// The steps do not touch the end of what their index ranges over: there may be something else.
// reject: writes memory whose extent is not known before the loop
#include <zymase/autodiff.h>

double f(double *y, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 0; i < n; ++i)
      if (i > 0 && y[i - 1] > 0.5)
        y[i - 1] += 0.1 * y[0] * y[i];
  }
  return y[0];
}

int main(void) {
  double y[2] = {1, 2}, dy[2] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, y, dy, 2, 10);
  return dy[0] > 0;
}
