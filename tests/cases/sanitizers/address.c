// The address sanitizer looks at derivatives as well: generated functions ask for it.
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
void __enzyme_autodiff(void *, ...);
void slope(double *x, double *dx, int n) { __enzyme_autodiff((void *)weighted, x, dx, n, 1); }
// flags: -fsanitize=address -fno-omit-frame-pointer
// check: double weighted(double *x = {0.5, 1.0}, int n = 2, int shift = 1)
// expect: x = {32 * sin(0.5) * cos(0.5), 16 * sin(1.0) * cos(1.0)}
// ir: -O0 zymase.gradient.weighted.dcc contains __asan_report_load8
