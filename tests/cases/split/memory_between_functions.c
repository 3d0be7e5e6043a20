// One split function builds memory that another reads; realloc and zeroed structs of pointers.
// run:
// leaks: on
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
typedef struct {
  double *data;
  int n, cap;
} vec;
typedef struct {
  vec *rows;
  int n;
} mat;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd_d(void *, ...);
static void push(vec *v, double x) {
  if (v->n == v->cap) {
    v->cap = v->cap ? 2 * v->cap : 1;
    v->data = realloc(v->data, v->cap * sizeof(double));
  }
  v->data[v->n++] = x;
}
static void build(mat *m, const double *x, int n) {
  m->rows = calloc(n, sizeof *m->rows);
  m->n = n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      push(&m->rows[i], x[i] * x[j]);
}
static double total(mat *m) {
  double s = 0;
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < m->rows[i].n; j++)
      s += m->rows[i].data[j] * (i + 1);
  return s;
}
static void drop(mat *m) {
  for (int i = 0; i < m->n; i++)
    free(m->rows[i].data);
  free(m->rows);
}
static double all(const double *x, int n) {
  mat m;
  build(&m, x, n);
  double s = total(&m);
  drop(&m);
  return s;
}
int main() {
  enum { n = 4 };
  double x[n] = {1, 2, 3, 4}, dx[n] = {0};
  mat m = {0}, dm = {0};
  void *t = __enzyme_augmentfwd((void *)build, enzyme_dup, &m, &dm, enzyme_dup, x, dx, enzyme_const, n);
  struct aug a = __enzyme_augmentfwd_d((void *)total, enzyme_dup, &m, &dm);
  __enzyme_reverse((void *)total, enzyme_dup, &m, &dm, 1.0, a.tape);
  __enzyme_reverse((void *)build, enzyme_dup, &m, &dm, enzyme_dup, x, dx, enzyme_const, n, t);
  for (int i = 0; i < n; i++) {
    double o = x[i], h = 1e-6;
    x[i] = o + h;
    double u = all(x, n);
    x[i] = o - h;
    double d = all(x, n);
    x[i] = o;
    check_close("d", dx[i], (u - d) / (2 * h), 1e-5);
  }
  drop(&m);
  dm.n = m.n;
  drop(&dm);
  return 0;
}
