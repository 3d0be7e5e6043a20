// Pointers that change places in memory: their shadows would have to be brought back too.
// reject: a pointer
#include <zymase/autodiff.h>

double f(double **rows, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    rows[0][0] = rows[1][0] * rows[n - 1][0];
    double *first = rows[0];
    for (int k = 0; k + 1 < n; ++k)
      rows[k] = rows[k + 1];
    rows[n - 1] = first;
  }
  return rows[0][0];
}

int main(void) {
  double a[3] = {1, 2, 3}, da[3] = {0};
  double *rows[3] = {a, a + 1, a + 2}, *drows[3] = {da, da + 1, da + 2};
  __enzyme_autodiff((void *)f, enzyme_dup, rows, drows, 3, 10);
  return da[0] > 0;
}
