// Steps read memory of unknown extent, which is overwritten before they could run again.
// reject: reads memory of unknown extent that may be overwritten before it runs again
#include <zymase/autodiff.h>

double f(double x, double *table, const int *order, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += table[order[i]] * x;
    x = sum;
  }
  for (int i = 0; i < n; ++i)
    table[i] = x;
  return x;
}

int main(void) {
  double table[2] = {1, 2}, dtable[2] = {0};
  int order[2] = {1, 0};
  return __enzyme_autodiff((void *)f, 0.3, enzyme_dup, table, dtable, enzyme_const, order, 2, 10) > 0;
}
