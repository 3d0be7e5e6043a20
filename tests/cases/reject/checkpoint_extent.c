// Nothing says how much of the caller's memory the steps write.
// reject: writes memory whose extent is not known before the loop
// reject: keep the state in local or allocated arrays
#include <zymase/autodiff.h>

double f(double *y, const int *order, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 0; i < n; ++i)
      y[order[i]] += 0.1 * y[i] * y[i];
  }
  return y[0];
}

int main(void) {
  double y[2] = {1, 2}, dy[2] = {0};
  int order[2] = {1, 0};
  __enzyme_autodiff((void *)f, enzyme_dup, y, dy, enzyme_const, order, 2, 10);
  return dy[0] > 0;
}
