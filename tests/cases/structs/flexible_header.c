// The header of a flexible array is copied as eight bytes, an integer and a float, and the array is read backwards, which
// makes LLVM count its elements from before its start.
// check: double polynomial(double *c = {1, -0.5, 0.3}, int n = 3, double x = 1.5)
// value: 5.7325
// expect: c = {5.375, -3, 4.05}, x = 8.06
// tolerance: 1e-5
// differences: off (the float in the header is too coarse)
#include <stdlib.h>

struct poly { int n; float bias; double w[]; };

static struct poly *make(const double *c, int n) {
  struct poly *p = malloc(sizeof *p + n * sizeof *p->w);
  p->n = n;
  p->bias = (float)c[0];
  for (int i = 0; i < n; i++)
    p->w[i] = c[i] * c[i];
  return p;
}

static struct poly *shift(const struct poly *p) {
  struct poly *q = malloc(sizeof *q + p->n * sizeof *q->w);
  *q = *p;
  for (int i = 0; i < q->n; i++)
    q->w[i] = p->w[i] * (i + 1);
  return q;
}

static double at(const struct poly *p, double x) {
  double s = p->bias;
  for (int i = p->n; i-- > 0;)
    s = s * x + p->w[i];
  return s;
}

double polynomial(const double *c, int n, double x) {
  struct poly *p = make(c, n), *q = shift(p);
  double result = at(q, x);
  free(p);
  free(q);
  return result;
}
