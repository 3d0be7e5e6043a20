// Steps read a table in an order that data decide; nothing overwrites it.
// check: double f(double x = 0.3, double *table = {0.5, 0.2, 0.7}, int *order = {2, 0}, int n = 2, int steps = 8)
// expect: x = 25.281664463205814, table = {86.3306504857498, 2.5679065925163143e-25, 86.3306504857498}
#include <zymase/autodiff.h>

double f(double x, double *table, int *order, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    double sum = 0.1;
    for (int i = 0; i < n; ++i)
      sum += table[order[i]] * x;
    x = sum;
  }
  return x * x;
}
