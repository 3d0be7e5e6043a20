// Constants in own memory that something does read: later in the loop, in another loop, or in the caller.
#include <stdlib.h>

double marked(double *x, int n) {
  int *mark = calloc(n, sizeof *mark);
  double y = 0;
  for (int i = 0; i < n; ++i) {
    mark[i] = 1;
    if (mark[n - 1 - i])
      y += x[i] * x[i];
  }
  free(mark);
  return y;
}

struct node { struct node *next; double value; int tag; };

static __attribute__((noinline)) struct node *list(const double *x, int n) {
  struct node *first = 0;
  for (int i = 0; i < n; ++i) {
    struct node *node = malloc(sizeof *node);
    node->next = first;
    node->value = x[i];
    node->tag = 3;
    first = node;
  }
  return first;
}
double tagged(double *x, int n) {
  double y = 0;
  for (struct node *node = list(x, n), *next; node; node = next) {
    if (node->tag == 3)
      y += node->value * node->value;
    next = node->next;
    free(node);
  }
  return y;
}

double cleared(double *x, int n) {
  double **p = malloc(n * sizeof *p), y = 0;
  for (int i = 0; i < n; ++i)
    p[i] = &x[i];
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < n; ++i)
      if (p[i]) {
        y += *p[i] * *p[i];
        if (i % 2 == 0)
          p[i] = 0;
      }
  free(p);
  return y;
}

// Nothing reads these.
double forgotten(double *x, int n) {
  double **p = malloc(n * sizeof *p), y = 0;
  for (int i = 0; i < n; ++i) {
    p[i] = malloc(sizeof(double));
    *p[i] = x[i] * x[i];
  }
  for (int i = 0; i < n; ++i)
    y += *p[i] * *p[i];
  for (int i = 0; i < n; ++i) {
    free(p[i]);
    p[i] = 0;
  }
  free(p);
  return y;
}
// check: double marked(double *x = {1, 2, 3, 4, 5}, int n = 5)
// expect: x = {0, 0, 6, 8, 10}
// check: double tagged(double *x = {1, 2, 3}, int n = 3)
// expect: x = {2, 4, 6}
// check: double cleared(double *x = {1, 2, 3}, int n = 3)
// expect: x = {2, 8, 6}
// check: double forgotten(double *x = {1, 2, 3}, int n = 3)
// expect: x = {4, 32, 108}
