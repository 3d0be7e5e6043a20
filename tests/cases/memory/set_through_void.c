// Pointers set through void **.
#include <stdlib.h>
static void set(void **slot, void *v) { *slot = v; }
static void alloc_into(void **slot, int n) { *slot = calloc(n, sizeof(double)); }
// check: double f(double *x = {1, 2, 3}, int n = 3)
// expect: x = {16, 4, 6}
// tolerance: 1e-7
double f(double *x, int n) { double *p, *q; set((void **)&p, x); alloc_into((void **)&q, n); for (int i = 0; i < n; i++) q[i] = p[i] * p[i]; double s = 0; for (int i = 0; i < n; i++) s += q[i] * p[0]; free(q); return s; }
