// Numbers of several formats, vectors of integers and a flag from step to step.
// check: double f(float *y = {0.5f, 0.25f}, double x = 0.3, int steps = 9)
// expect: y = {146.39140047361815, 76.187340093610501}, x = 242.80810014335685
// tolerance: 1e-4
#include <zymase/autodiff.h>

double f(float *y, double x, int steps) {
  long double sum = x;
  int even = 1;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    y[0] += 0.1f * y[1] * (float)sum;
    sum += even ? y[0] : x * sum;
    even = !even;
  }
  return (double)(sum * sum);
}
