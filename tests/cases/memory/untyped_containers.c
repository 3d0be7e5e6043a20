// One container of bytes for numbers, integers, structs and pointers.
#include <stdlib.h>
#include <string.h>
typedef struct { char *d; size_t n, cap, sz; } vec;
static void *push(vec *v, const void *e) { if (v->n == v->cap) { v->cap = v->cap ? v->cap * 2 : 2; v->d = realloc(v->d, v->cap * v->sz); } void *p = v->d + v->n++ * v->sz; memcpy(p, e, v->sz); return p; }
static void swap_bytes(void *a, void *b, size_t n) { char t[64]; memcpy(t, a, n); memcpy(a, b, n); memcpy(b, t, n); }
typedef struct { int id; double w; } item;
// check: double f(double *x = {1, 2, 3, 4, 5}, int n = 5)
// expect: x = {139, 13, 44, 43, 84.0000000001}
// tolerance: 1e-7
double f(double *x, int n) {
  vec a = {0, 0, 0, sizeof(double)}, b = {0, 0, 0, sizeof(int)}, c = {0, 0, 0, sizeof(item)}, d = {0, 0, 0, sizeof(double *)};
  for (int i = 0; i < n; i++) { double t = x[i] * x[i]; int k = (i * 7) % n; item it = {k, t * x[0]}; double *p = &x[k]; push(&a, &t); push(&b, &k); push(&c, &it); push(&d, &p); }
  swap_bytes(a.d, a.d + sizeof(double), sizeof(double)); swap_bytes(b.d, b.d + sizeof(int), sizeof(int)); swap_bytes(c.d, c.d + sizeof(item), sizeof(item)); swap_bytes(d.d, d.d + sizeof(double*), sizeof(double*));
  double s = 0;
  for (int i = 0; i < n; i++) s += ((double *)a.d)[i] * (i + 1) + ((item *)c.d)[i].w * ((item *)c.d)[i].id + *((double **)d.d)[i] * ((int *)b.d)[i];
  free(a.d); free(b.d); free(c.d); free(d.d);
  return s;
}
