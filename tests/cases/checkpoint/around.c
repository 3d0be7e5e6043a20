// A loop with checkpoints inside another, whose passes overwrite what the inner loop reads.
// check: double f(double *y = {0.3, 0.2}, double *p = {0.5, 0.8}, int rounds = 3, int steps = 6)
// expect: y = {-0.001190286650070911, -0.0008533123089331879}, p = {3.0078972442101772, 3.7753626146075066}
#include <math.h>
#include <zymase/autodiff.h>

double f(double *y, double *p, int rounds, int steps) {
  double sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int t = 0; t < steps; ++t) {
      zymase_checkpoint(2);
      double old = y[0];
      y[0] = p[0] * sin(y[1]) + 0.1;
      y[1] = p[1] * cos(old);
    }
    p[0] *= 0.9 + 0.1 * y[0];
    p[1] += 0.2 * y[1] * p[0];
    sum += y[0] * y[1] * (r + 1);
  }
  return sum;
}
