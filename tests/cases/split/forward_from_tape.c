// Tangents at the point of a tape: several directions from one tape, then a reverse sweep that frees it.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
struct augmented {
  void *tape;
  double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(const double *x, int n, double s) {
  double *t = malloc(n * sizeof *t), sum = 0;
  for (int i = 0; i < n; ++i)
    t[i] = sin(s * x[i]) * x[i];
  for (int i = 1; i < n; ++i)
    sum += t[i] * t[i - 1];
  free(t);
  return sum * s;
}

int main(void) {
  enum { n = 4 };
  double x[n] = {0.2, 0.9, -0.5, 1.3}, gradient[n] = {0}, s = 1.4;
  struct augmented a =
      __enzyme_augmentfwd((void *)f, enzyme_dup, x, gradient, enzyme_const, n, enzyme_out, s);
  double tangents[n];
  for (int k = 0; k < n; ++k) {
    double v[n] = {0};
    v[k] = 1;
    tangents[k] = __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, v, enzyme_const, n, enzyme_dup, s, 0.0, a.tape);
    check_close("forward", tangents[k], __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, n, enzyme_dup, s, 0.0), 1e-13);
  }
  double zero[n] = {0};
  double ds = __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, zero, enzyme_const, n, enzyme_dup, s, 1.0, a.tape);
  double back = __enzyme_reverse((void *)f, enzyme_dup, x, gradient, enzyme_const, n, enzyme_out, s, 1.0, a.tape);
  check_close("s", ds, back, 1e-12);
  check_close("differences", ds, (f(x, n, s + 1e-6) - f(x, n, s - 1e-6)) / 2e-6, 1e-6);
  for (int k = 0; k < n; ++k)
    check_close("x", tangents[k], gradient[k], 1e-12);
  struct augmented b = __enzyme_augmentfwd((void *)f, enzyme_dup, x, gradient, enzyme_const, n, enzyme_out, s);
  double last = __enzyme_fwdsplit((void *)f, enzyme_dup, x, zero, enzyme_const, n, enzyme_dup, s, 1.0, b.tape);
  check_close("frees", last, ds, 1e-13);
  return 0;
}
