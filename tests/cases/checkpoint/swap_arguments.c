// The same with arrays of the caller, whose extent is known from the loops.
// check: double f(double *now = {1, 2, 0.5, 1.5}, double *next = {0, 0, 0, 0}, int n = 4, int steps = 9)
// expect: now = {-1.549879513698764, 1.8755385547905832, -0.80242477134496881, 2.3765901145852233},
//         next = {2.5679065925163143e-25, 2.5679065925163143e-25, 2.5679065925163143e-25, 2.5679065925163143e-25}
#include <zymase/autodiff.h>

double f(double *now, double *next, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(4);
    for (int i = 0; i < n; ++i)
      next[i] = now[i] - 0.1 * now[i] * now[(i + 1) % n];
    double *swap = now;
    now = next;
    next = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * now[i];
  return sum;
}
