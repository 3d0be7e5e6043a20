// Many tapes alive at once, made in a loop and reversed in another order in another function; loops of unknown count.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct augmented { void *tape; double value; };
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

#define COUNT 40

static double f(double x, const double *w) {
  double t = x;
  while (t < 20) t = t * t + w[0];
  return log(t) * w[1];
}

static void backward(double *x, double *w, double *dw, void **tapes, double *dx) {
  for (int k = COUNT - 1; k >= 0; k -= 2)
    dx[k] = __enzyme_reverse((void *)f, enzyme_out, x[k], enzyme_dup, w, dw, 1.0, tapes[k]);
  for (int k = 0; k < COUNT; k += 2)
    dx[k] = __enzyme_reverse((void *)f, enzyme_out, x[k], enzyme_dup, w, dw, 1.0, tapes[k]);
}

int main(void) {
  double x[COUNT], dx[COUNT], w[2] = {1.5, 2.0}, dw[2] = {0, 0};
  void *tapes[COUNT];
  for (int k = 0; k < COUNT; ++k) {
    x[k] = 0.1 + 0.05 * k;
    struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_out, x[k], enzyme_dup, w, dw);
    check_close("value", a.value, f(x[k], w), 1e-14);
    tapes[k] = a.tape;
  }
  backward(x, w, dw, tapes, dx);
  double want[2] = {0, 0}, h = 1e-6;
  for (int k = 0; k < COUNT; ++k) {
    check_close("x", dx[k], (f(x[k] + h, w) - f(x[k] - h, w)) / (2 * h), 1e-5);
    for (int j = 0; j < 2; ++j) {
      double up[2] = {w[0], w[1]}, down[2] = {w[0], w[1]};
      up[j] += h;
      down[j] -= h;
      want[j] += (f(x[k], up) - f(x[k], down)) / (2 * h);
    }
  }
  check_close("w0", dw[0], want[0], 1e-5);
  check_close("w1", dw[1], want[1], 1e-5);
  return 0;
}
