// The derivatives of a global would only live during one step.
// reject: uses the global variable 'state'
#include <zymase/autodiff.h>

double state[40];

double f(double x, int n, int steps) {
  state[0] = x;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 0; i < n; ++i)
      state[i] = 0.5 * state[(i + 1) % n] + state[i] * state[i];
  }
  return state[2];
}

int main(void) { return __enzyme_autodiff((void *)f, 0.3, 4, 10) > 0; }
