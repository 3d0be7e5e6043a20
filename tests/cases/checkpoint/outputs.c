// Steps that leave something behind which none of them reads.
// again: -fsanitize=undefined -fno-sanitize-recover=undefined -O3
// check: double f(double *y = {0.3, 0.2}, double *trace = {0, 0, 0, 0, 0, 0} seed {1, 2, 3, 4, 5, 6}, int steps = 6)
// expect: y = {-0.57729930197660617, 9.152154006992177},
//         trace = {-3.2098832406453929e-26, -3.2098832406453929e-26, -3.2098832406453929e-26, -3.2098832406453929e-26, -3.2098832406453929e-26, -3.2098832406453929e-26}
#include <math.h>
#include <zymase/autodiff.h>

double f(double *restrict y, double *restrict trace, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    double old = y[0];
    y[0] = sin(y[1]) + 0.1 * t;
    y[1] = y[1] * cos(old);
    trace[t] = y[0] * y[1];
  }
  return y[0];
}
