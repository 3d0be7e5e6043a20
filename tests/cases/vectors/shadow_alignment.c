// run: aligned vectors whose shadows are not aligned so well.
// flags: -mavx
#include "check.h"
#include <immintrin.h>
#include <string.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static void f(double *restrict x, double *restrict y) {
  __m256d a = _mm256_load_pd(x), b = _mm256_load_pd(x + 4);
  _mm256_store_pd(y, _mm256_mul_pd(a, b));
  memcpy(y + 4, x, 32);
}

int main(void) {
  _Alignas(32) double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
  _Alignas(32) double room[9] = {0}, more[9] = {0, 1, 1, 1, 1, 2, 2, 2, 2};
  double *dx = room + 1, *dy = more + 1;
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
  for (int i = 0; i < 4; ++i) {
    check_close("first", dx[i], x[i + 4] + 2, 0);
    check_close("second", dx[i + 4], x[i], 0);
    check_close("cleared", dy[i] + dy[i + 4], 0, 0);
  }
  double t[9] = {0, 1, 0, 0, 0, 0, 1, 0, 0}, *tangent = t + 1;
  __enzyme_fwddiff((void *)f, enzyme_dup, x, tangent, enzyme_dup, y, dy);
  check_close("tangent", dy[0], x[4], 0);
  check_close("tangent", dy[1], x[1], 0);
  check_close("copied", dy[4], 1, 0);
  const double step = 1e-6;
  _Alignas(32) double before[8], after[8];
  x[5] -= step, f(x, before), x[5] += 2 * step, f(x, after);
  check_close("difference", (after[1] - before[1]) / (2 * step), dy[1], 1e-6);
  return 0;
}
