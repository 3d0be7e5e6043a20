// Memory that the function allocates, grows and frees has a shadow in every lane.
// run:
// leaks: on
#include "check.h"
#include <string.h>

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
struct three { double a[3]; };
struct three __enzyme_fwddiff_three(void *, ...);

static double f(const double *x, int n) {
  double *v = malloc(sizeof(double)), sum = 0;
  int room = 1;
  for (int i = 0; i < n; ++i) {
    if (i == room)
      v = realloc(v, (room *= 2) * sizeof(double));
    v[i] = x[i] * (i ? v[i - 1] : 1);
  }
  double *copy = calloc(n + 1, sizeof(double));
  memcpy(copy + 1, v, n * sizeof(double));
  memmove(copy, copy + 1, n * sizeof(double));
  for (int i = 0; i < n; ++i)
    sum += sin(copy[i]);
  free(copy);
  free(v);
  return sum;
}

int main(void) {
  double x[5] = {1.1, 0.9, 1.3, -0.8, 0.7}, d[3][5] = {{0}}, t[3][5] = {{0}};
  __enzyme_autodiff((void *)f, enzyme_width, 3, enzyme_dup, x, d[0], d[1], d[2], 5);
  for (int first = 0; first < 5; ++first) {
    memset(t, 0, sizeof t);
    for (int k = 0; k < 3; ++k)
      t[k][(first + k) % 5] = 1;
    struct three columns = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, enzyme_dup, x, t[0], t[1], t[2], 5);
    double h = 1e-5, kept = x[first];
    x[first] = kept + h;
    double above = f(x, 5);
    x[first] = kept - h;
    double below = f(x, 5);
    x[first] = kept;
    check_close("differences", d[0][first], (above - below) / (2 * h), 1e-7);
    for (int k = 0; k < 3; ++k) {
      check_close("lanes agree", d[k][first], d[0][first], 1e-12);
      check_close("forward", columns.a[k], d[k][(first + k) % 5], 1e-11);
    }
  }
  return 0;
}
