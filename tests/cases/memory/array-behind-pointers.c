// levels: -O1 -O2 -O3
#include <stdlib.h>
#include <string.h>

struct table {
  float first;
  int rows;
  double *weights;
  double d[];
};

// The head of a block that is copied holds a number and a pointer.
double g(double *x, int n) {
  struct table *t = malloc(sizeof *t + n * sizeof(double));
  t->first = (float)x[0];
  t->rows = n;
  t->weights = x;
  for (int i = 0; i < n; i++)
    t->d[i] = x[i] * x[i];
  struct table *u = malloc(sizeof *u + n * sizeof(double));
  memcpy(u, t, sizeof *t + n * sizeof(double));
  double s = u->first * u->first;
  for (int i = 0; i < u->rows; i++)
    s += u->d[i] * u->weights[i];
  free(t);
  free(u);
  return s;
}
// check: double g(double *x = {1.5, -0.5, 2.0}, int n = 3)
// expect: x = {9.75, 0.75, 12.0}
// tolerance: 1e-6
// differences: off (a float)
