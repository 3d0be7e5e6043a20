// Recursive functions that build, read and free a tree; two tapes at once.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
typedef struct node {
  double v;
  struct node *l, *r;
} node;
static node *build(double x, int d) {
  if (d == 0)
    return 0;
  node *n = malloc(sizeof *n);
  n->v = x * d;
  n->l = build(x * 0.5, d - 1);
  n->r = build(sin(x), d - 1);
  return n;
}
static double sum(node *n) {
  if (!n)
    return 1;
  double s = sum(n->l) * sum(n->r) + n->v * n->v;
  return s;
}
static void fr(node *n) {
  if (n) {
    fr(n->l);
    fr(n->r);
    free(n);
  }
}
static double f(double x, int d) {
  node *t = build(x, d);
  double s = sum(t);
  fr(t);
  return s;
}
int main() {
  double x = 0.7, h = 1e-6;
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, 4);
  struct aug b = __enzyme_augmentfwd((void *)f, enzyme_out, 2 * x, enzyme_const, 3);
  check_close("v", a.r, f(x, 4), 1e-14);
  double d = __enzyme_reverse((void *)f, enzyme_out, x, enzyme_const, 4, 1.0, a.tape);
  check_close("d", d, (f(x + h, 4) - f(x - h, 4)) / (2 * h), 1e-5);
  d = __enzyme_reverse((void *)f, enzyme_out, 2 * x, enzyme_const, 3, 1.0, b.tape);
  check_close("d2", d, (f(2 * x + h, 3) - f(2 * x - h, 3)) / (2 * h), 1e-5);
  return 0;
}
