// Only some elements are written anew in each iteration: the others pass from one to the next.
// check: double f(int n = 6, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2})
// value: 19.79889375
// expect: x = {3.726, 43.74975, -15.876, 19.3185, 2.736, -1.794}
#include <stdlib.h>

double f(int n, double *x) {
  double *memory = calloc(3, sizeof(double));
  double total = 0;
  for (int p = 0; p < n; ++p) {
    memory[p % 3] = x[p] * x[p] + 0.5 * memory[(p + 1) % 3];
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += memory[i] * memory[i] * (i + 1);
    total += sum;
  }
  free(memory);
  return total;
}
