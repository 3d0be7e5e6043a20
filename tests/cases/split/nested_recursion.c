// Both modes over recursive functions that stack up tapes and take them down again.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double f(double x, int n) {
  double p = x;
  for (int i = 0; i < n; i++)
    p = p * x * .5 + sin(p);
  return p;
}
typedef struct frame {
  void *tape;
  double x;
  int n;
  struct frame *below;
} frame;
static double forward(double x, int n, frame **top) {
  if (n == 0)
    return x;
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, n);
  frame *fr = malloc(sizeof *fr);
  fr->tape = a.tape;
  fr->x = x;
  fr->n = n;
  fr->below = *top;
  *top = fr;
  return forward(a.v, n - 1, top);
}
static double backward(double d, frame *top) {
  if (!top)
    return d;
  double e = __enzyme_reverse((void *)f, enzyme_out, top->x, enzyme_const, top->n, d, top->tape);
  frame *b = top->below;
  free(top);
  return backward(e, b);
}
static double g(double x) {
  frame *top = 0;
  double y = forward(x, 4, &top);
  return backward(y, top);
}
int main() {
  double x = .6, h = 1e-6, w = (g(x + h) - g(x - h)) / (2 * h);
  check_close("fwd", __enzyme_fwddiff((void *)g, x, 1.0), w, 1e-5);
  check_close("rev", __enzyme_autodiff((void *)g, x), w, 1e-5);
  return 0;
}
