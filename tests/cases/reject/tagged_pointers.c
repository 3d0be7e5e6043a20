// Pointers kept as integers with a bit of the program's own: their shadows are not known.
// reject: a pointer that was stored as an integer, with other bits in it, is used as an address here
// levels: -O1 -O2 -O3
// flags: -g
#include <stdint.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

struct node {
  double value;
  uintptr_t next;
};

static double f(double *x, int n) {
  struct node a[4];
  for (int i = 0; i < n; i++) {
    a[i].value = x[i];
    a[i].next = i + 1 < n ? ((uintptr_t)&a[i + 1] | (i & 1)) : 0;
  }
  double sum = 0;
  for (struct node *p = a; p; p = (struct node *)(p->next & ~(uintptr_t)1))
    sum = sum * p->value + ((p->next & 1) ? p->value : 2 * p->value);
  return sum;
}

double g(double *x, double *d) { return __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, 4); }
