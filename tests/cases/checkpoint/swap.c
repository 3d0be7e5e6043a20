// Two allocated arrays that change places after every step.
// again: -fsanitize=undefined -fno-sanitize-recover=undefined -O3
// check: double f(double *start = {1, 2, 0.5, 1.5, 3}, double *k = {0.1, 0.2, 0.3, 0.2, 0.1}, int n = 5, int steps = 11)
// expect: start = {9.3120603942811382, 0.33761216095611585, 0.6637512304825689, 0.4200253836968863, 9.678026332176028},
//         k = {2.5679065925163143e-25, -1.4608819675705043, 2.5247253569696633, 1.7267736948512069, 2.5679065925163143e-25}
#include <stdlib.h>
#include <zymase/autodiff.h>

static void step(int n, const double *k, const double *now, double *next) {
  for (int i = 1; i + 1 < n; ++i)
    next[i] = now[i] + k[i] * (now[i - 1] * now[i + 1] - now[i] * now[i]);
}

double f(double *start, double *k, int n, int steps) {
  double *now = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    now[i] = next[i] = start[i];
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    step(n, k, now, next);
    double *swap = now;
    now = next;
    next = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  free(next);
  free(now);
  return sum;
}
