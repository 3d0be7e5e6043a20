// A triangle without its zeros: where a column starts grows by less with every column, and is computed again rather than kept.
// check: double f(int n = 4, int steps = 3, double *x = {0.7, -0.4, 1.1, 0.3}, double *lower = {0.5, -0.2, 0.8, 0.35, -0.6, 0.9})
// value: 2.56374447513271
// expect: x = {7.31848711229645, 7.39168819308653, 1.13331505756019, 0.732653061713073},
//   lower = {10.7140432219677, 1.39969497055352, 1.3589925504787, 0.249459373805606, 0.442832307914103, 1.69161544553811}
#include <math.h>
#include <stdlib.h>
#include <string.h>

double f(int n, int steps, double *x, double *lower) {
  double *state = malloc(n * sizeof(double)), total = 0;
  memcpy(state, x, n * sizeof(double));
  for (int s = 0; s < steps; ++s) {
    long at = 0;
    for (long column = 0; column < n; ++column) {
      const double *values = lower + at;
      for (long row = column + 1; row < n; ++row)
        state[row] += values[row - column - 1] * sin(state[column]);
      at += n - 1 - column;
    }
    total += state[n - 1] * state[1];
  }
  free(state);
  return total;
}
