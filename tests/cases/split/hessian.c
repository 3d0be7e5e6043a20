// A Hessian by both modes over a gradient in two sweeps, through loops and branches.
// run:
// leaks: on
#include <math.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct augmented {
  void *tape;
  double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);
static double f(double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++) {
    p = p * x[i] + sin(p * x[i]);
    if (p > 3)
      p *= 0.5;
  }
  return p * p;
}
static void grad(double *x, double *g, int n) {
  for (int i = 0; i < n; i++)
    g[i] = 0;
  struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, g, enzyme_const, n);
  __enzyme_reverse((void *)f, enzyme_dup, x, g, enzyme_const, n, 1.0, a.tape);
}
int main() {
  enum { n = 4 };
  double x[n] = {0.7, 1.2, 0.9, 1.5}, h = 1e-5;
  for (int j = 0; j < n; j++) {
    double up[n], dn[n], gu[n], gd[n], g[n], v[n] = {0}, hv[n] = {0};
    memcpy(up, x, sizeof x);
    memcpy(dn, x, sizeof x);
    up[j] += h;
    dn[j] -= h;
    grad(up, gu, n);
    grad(dn, gd, n);
    v[j] = 1;
    __enzyme_fwddiff((void *)grad, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, n);
    for (int k = 0; k < n; k++)
      check_close("fwd", hv[k], (gu[k] - gd[k]) / (2 * h), 1e-5);
    double rx[n] = {0}, seed[n] = {0};
    seed[j] = 1;
    __enzyme_autodiff((void *)grad, enzyme_dup, x, rx, enzyme_dup, g, seed, enzyme_const, n);
    for (int k = 0; k < n; k++)
      check_close("rev", rx[k], (gu[k] - gd[k]) / (2 * h), 1e-5);
  }
  return 0;
}
