// Checks of the undefined-behaviour sanitizer in the differentiated function: reports are no derivatives.
#include <math.h>
#include <stdlib.h>

double weighted(double *x, int n, int shift) {
  double *kept = malloc(n * sizeof *kept);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    kept[i] = sin(x[i]) * (n << shift);
    x[i] = kept[i] / (i + 1);
  }
  for (int i = 0; i < n; ++i)
    sum += kept[(int)(x[i] * 0) + i] * x[i];
  free(kept);
  return sum;
}
// flags: -fsanitize=undefined -fno-sanitize-recover=undefined
// check: double weighted(double *x = {0.5, 1.0}, int n = 2, int shift = 1)
// expect: x = {32 * sin(0.5) * cos(0.5), 16 * sin(1.0) * cos(1.0)}
