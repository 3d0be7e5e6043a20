// enzyme_dupv: the shadows of all lanes behind one pointer, a number of bytes apart.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_width, enzyme_dupv, enzyme_dupnoneedv, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static void square_all(const double *x, double *y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * x[0];
}

static void lanes_apart(long n, long distance, int one_by_one) {
  double x[3] = {1.5, -2, 0.5}, y[3] = {0};
  double *dx = calloc(3 * distance, sizeof(double)), *dy = calloc(3 * distance, sizeof(double));
  for (long k = 0; k < 3; ++k)
    dy[k * distance + k] = 1;
  if (one_by_one)
    __enzyme_autodiff((void *)square_all, enzyme_width, 3, enzyme_dup, x, dx, dx + distance, dx + 2 * distance,
                      enzyme_dup, y, dy, dy + distance, dy + 2 * distance, n);
  else
    __enzyme_autodiff((void *)square_all, enzyme_width, 3, enzyme_dupv, distance * sizeof(double), x, dx,
                      enzyme_dupnoneedv, distance * sizeof(double), y, dy, enzyme_const, n);
  for (long k = 0; k < 3; ++k)
    for (long i = 0; i < 3; ++i) {
      double want = (i == k ? 2 * x[i] * x[0] : 0) + (i == 0 ? x[k] * x[k] : 0);
      check_close("row", dx[k * distance + i], want, 1e-12);
    }
  for (long i = 0; i < 3; ++i)
    for (long k = 0; k < 3; ++k)
      dx[k * distance + i] = i == k;
  __enzyme_fwddiff((void *)square_all, enzyme_width, 3, enzyme_dupv, (int)(distance * sizeof(double)), x, dx,
                   enzyme_dupv, distance * sizeof(double), y, dy, n);
  for (long k = 0; k < 3; ++k)
    for (long i = 0; i < 3; ++i) {
      double want = (i == k ? 2 * x[i] * x[0] : 0) + (k == 0 ? x[i] * x[i] : 0);
      check_close("column", dy[k * distance + i], want, 1e-12);
    }
  free(dx);
  free(dy);
}

int main(void) {
  lanes_apart(3, 3, 0);
  lanes_apart(3, 7, 0);
  lanes_apart(3, 4, 1);
  return 0;
}
