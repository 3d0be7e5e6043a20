// An arena that hands out memory for numbers, integers and list nodes.
#include <stdlib.h>
#include <string.h>
typedef struct { char *base; size_t used; } arena;
static void *take(arena *a, size_t n) { void *p = a->base + a->used; a->used += (n + 7) & ~7ul; memset(p, 0, n); return p; }
struct node { double v; struct node *next; int k; };
// check: double f(double *x = {1, 2, 3}, int n = 3)
// expect: x = {28, 12, 18}
// tolerance: 1e-7
double f(double *x, int n) {
  arena a = {malloc(4096), 0};
  double *y = take(&a, n * sizeof(double)); int *idx = take(&a, n * sizeof(int)); struct node *h = 0;
  for (int i = 0; i < n; i++) { y[i] = x[i] * x[i]; idx[i] = n - 1 - i; struct node *q = take(&a, sizeof *q); q->v = y[i] * x[0]; q->next = h; q->k = i; h = q; }
  double s = 0; for (int i = 0; i < n; i++) s += y[idx[i]] * (i + 1); for (; h; h = h->next) s += h->v * h->k; free(a.base); return s;
}
