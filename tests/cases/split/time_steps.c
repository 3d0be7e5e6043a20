// One tape per time step of a simulation in place, reversed from the last to the first.
// run:
// leaks: on
#include <math.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void step(double *s, int n, double dt) {
  for (int i = 0; i < n; i++) {
    double l = s[(i + n - 1) % n];
    s[i] += dt * sin(s[i] * l);
  }
}
static void simulate(double *s, int n, int steps) {
  for (int k = 0; k < steps; k++)
    step(s, n, .1);
}
int main() {
  enum { n = 5, steps = 8 };
  double s[n] = {1, .5, .3, -.2, .8}, init[n], ds[n] = {1, 0, 0, 0, 0};
  memcpy(init, s, sizeof s);
  void *tapes[steps];
  double ddt = 0;
  double __enzyme_reverse_d(void *, ...);
  for (int k = 0; k < steps; k++)
    tapes[k] = __enzyme_augmentfwd((void *)step, enzyme_dup, s, ds, enzyme_const, n, enzyme_out, .1);
  for (int k = steps - 1; k >= 0; k--)
    ddt += __enzyme_reverse_d((void *)step, enzyme_dup, s, ds, enzyme_const, n, enzyme_out, .1, tapes[k]);
  for (int i = 0; i < n; i++) {
    double u[n], d[n];
    memcpy(u, init, sizeof u);
    memcpy(d, init, sizeof d);
    u[i] += 1e-6;
    d[i] -= 1e-6;
    simulate(u, n, steps);
    simulate(d, n, steps);
    check_close("ds", ds[i], (u[0] - d[0]) / 2e-6, 1e-5);
  }
  return 0;
}
