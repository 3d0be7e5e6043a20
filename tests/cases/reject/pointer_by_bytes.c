// reject: parts of a floating-point number or pointer are moved as integers here, and its derivative would be lost
// levels: -O2 -O3
// A pointer whose bytes are stored one by one has no shadow where they end up.
#include <stdlib.h>
struct holder { double *p; long n; };
static __attribute__((noinline)) void copy(void *to, const void *from, int bytes) {
  for (int i = 0; i < bytes; ++i)
    ((char *)to)[i] = ((const char *)from)[i];
}
double copied(double *x) {
  struct holder outer = {x, 2}, *h = malloc(sizeof *h);
  copy(h, &outer, sizeof *h);
  double y = h->p[0] * h->p[0] * x[1];
  free(h);
  return y;
}
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
void gradient(double *x, double *dx) { __enzyme_autodiff((void *)copied, enzyme_dup, x, dx); }
