// The differentiated function keeps tapes in an array on the heap and reverses them in another loop.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct augmented {
  void *tape;
  double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
static double f(double x) {
  double p = x;
  while (p < 5)
    p = p * p + 0.5;
  return log(p) * x;
}
static double g(double x) {
  int n = 3;
  void **tapes = malloc(n * sizeof *tapes);
  double y = x, ys[4];
  for (int i = 0; i < n; i++) {
    ys[i] = y;
    struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_out, y);
    tapes[i] = a.tape;
    y = 0.3 * a.value;
  }
  double d = 1;
  for (int i = n - 1; i >= 0; i--)
    d = 0.3 * __enzyme_reverse((void *)f, enzyme_out, ys[i], d, tapes[i]);
  free(tapes);
  return d;
}
int main() {
  double x = 0.9, h = 1e-6;
  double want = (g(x + h) - g(x - h)) / (2 * h);
  check_close("fwd", __enzyme_fwddiff((void *)g, x, 1.0), want, 1e-5);
  check_close("rev", __enzyme_autodiff((void *)g, x), want, 1e-5);
  return 0;
}
