// Loops with checkpoints in each other.
// check: double f(double *y = {0.3, 0.2}, double a = 0.7, int outer = 5, int inner = 4)
// expect: y = {-0.098307564044112367, -0.026977428203214131}, a = 0.34759057340686605
#include <math.h>
#include <zymase/autodiff.h>

double f(double *y, double a, int outer, int inner) {
  for (int t = 0; t < outer; ++t) {
    zymase_checkpoint(2);
    for (int s = 0; s < inner; ++s) {
      zymase_checkpoint(ZYMASE_CHECKPOINT_LOG);
      y[0] += 0.1 * a * sin(y[1]);
    }
    y[1] = cos(y[0]) * a;
  }
  return y[0] * y[1];
}
