// Sorting records, indices (with a context) and numbers.
// flags: -D_GNU_SOURCE
#include <stdlib.h>
typedef struct { double key, w; int id; } rec;
static int cmp(const void *a, const void *b) { double x = ((const rec *)a)->key, y = ((const rec *)b)->key; return (x > y) - (x < y); }
static int cmpr(const void *a, const void *b, void *c) { const double *k = c; double x = k[*(const int *)a], y = k[*(const int *)b]; return (x > y) - (x < y); }
static int cmpd(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return (x > y) - (x < y); }
// check: double f(double *x = {3, 1, 2.5, 0.5}, int n = 4)
// expect: x = {43.5, 24, 27.5, 12.5}
// tolerance: 1e-7
double f(double *x, int n) {
  rec r[4]; int p[4]; double y[4];
  for (int i = 0; i < n; i++) { r[i].key = x[i]; r[i].w = x[i] * x[(i + 1) % n]; r[i].id = i; p[i] = i; y[i] = x[i] * x[i]; }
  qsort(r, n, sizeof(rec), cmp); qsort_r(p, n, sizeof(int), cmpr, x); qsort(y, n, sizeof(double), cmpd);
  double s = 0; for (int i = 0; i < n; i++) s += r[i].w * (i + 1) + x[p[i]] * i * i + y[i] * (i + 2);
  return s;
}
