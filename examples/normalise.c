// example: a vector divided by its length; mag(in) is the same in every iteration and is found to be, so that
// example: value and gradient take O(n) steps and not O(n^2)
// check: void normalise(double *out = {0, 0, 0} seed {1, 0.5, -2}, double *in = {3, 4, 12}, int n = 3)
// expect: out = {0, 0, 0}, in = {226.0 / 2197, 160.5 / 2197, -110.0 / 2197}
// time: void normalise(double *out = repeat(2000, 0) seed repeat(2000, 1), double *in = ramp(2000, 1, 2), int n = 2000)

#include <math.h>

__attribute__((noinline, pure)) double mag(const double *in, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i] * in[i];
  return sqrt(sum);
}

void normalise(double *restrict out, const double *restrict in, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] / mag(in, n);
}
