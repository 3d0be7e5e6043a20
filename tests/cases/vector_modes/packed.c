// Four tangents at once are vectors, also where their shadows are in different memory; the same numbers come out as one by one.
// run:
// ir: -O2 four contains <4 x double>
// again: -O2 -march=x86-64-v3
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

ZYMASE_DECLARE_FWDDIFF(void, nothing);

enum { IN = 8, OUT = 5 };

static void f(const double *x, double *y) {
  double a = x[0] * x[1] + x[2], b = a * x[3] - x[4] * x[5], c = a * b + x[6], d = c * c / (b * b + 1) + x[7];
  y[0] = a * b;
  y[1] = c * d + sqrt(1 + a * a);
  y[2] = fabs(d) * a * b;
  y[3] = (a + b) * (c + d) / (1 + a * a);
  // Numbers that go from one iteration to the next.
  double sum = sin(d);
  for (int i = 0; i < IN; ++i)
    sum = sum * 0.5 + x[i] * (x[i] > 0.7 ? a : b);
  y[4] = sum;
}

__attribute__((noinline)) void one(const double *x, const double *dx, double *y, double *dy) {
  __enzyme_fwddiff_nothing((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
}

__attribute__((noinline)) void four(const double *x, double (*dx)[IN], double *y, double (*dy)[OUT]) {
  __enzyme_fwddiff_nothing((void *)f, enzyme_width, 4, enzyme_dup, x, dx[0], dx[1], dx[2], dx[3], enzyme_dup, y, dy[0],
                           dy[1], dy[2], dy[3]);
}

__attribute__((noinline)) void five(const double *x, double (*dx)[IN], double *y, double (*dy)[OUT]) {
  __enzyme_fwddiff_nothing((void *)f, enzyme_width, 5, enzyme_dup, x, dx[0], dx[1], dx[2], dx[3], dx[4], enzyme_dup, y,
                           dy[0], dy[1], dy[2], dy[3], dy[4]);
}

int main(void) {
  double x[IN], dx[5][IN], y[OUT], single[5][OUT], together[5][OUT];
  for (int i = 0; i < IN; ++i) {
    x[i] = 0.2 + 0.15 * i;
    for (int lane = 0; lane < 5; ++lane)
      dx[lane][i] = cos(1.0 + i * 3 + lane * 7);
  }
  for (int lane = 0; lane < 5; ++lane) {
    one(x, dx[lane], y, single[lane]);
    double h = 1e-6, above[OUT], below[OUT], moved[IN];
    for (int i = 0; i < IN; ++i)
      moved[i] = x[i] + h * dx[lane][i];
    f(moved, above);
    for (int i = 0; i < IN; ++i)
      moved[i] = x[i] - h * dx[lane][i];
    f(moved, below);
    for (int k = 0; k < OUT; ++k)
      check_close("differences", single[lane][k], (above[k] - below[k]) / (2 * h), 1e-6);
  }
  four(x, dx, y, together);
  for (int lane = 0; lane < 4; ++lane)
    for (int k = 0; k < OUT; ++k)
      check_close("four", together[lane][k], single[lane][k], 1e-13);
  five(x, dx, y, together);
  for (int lane = 0; lane < 5; ++lane)
    for (int k = 0; k < OUT; ++k)
      check_close("five", together[lane][k], single[lane][k], 1e-13);
  return 0;
}
