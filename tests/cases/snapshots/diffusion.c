// Steps between two buffers that are exchanged: each is copied once before it is read three times.
// check: double f(int n = 7, int steps = 4,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5})
// value: 4.9169324142310087
// expect: a = {1.71815713015075, 1.72836630253777, 1.99039132109846, 1.85736856849123, 1.74883586927464,
//   1.42185382434828, 4.08817658075864}
#include <stdlib.h>

double f(int n, int steps, double *a) {
  double *now = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; ++i)
    now[i] = next[i] = a[i];
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i + 1 < n; ++i)
      next[i] = now[i] + 0.2 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]) * now[i + 1];
    double *other = now;
    now = next;
    next = other;
  }
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  free(now);
  free(next);
  return sum;
}
