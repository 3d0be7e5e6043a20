// Third derivatives, all levels split or mixed with the other modes; two directions at once.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_width, enzyme_nofree;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct two {
  double a, b;
};
struct two __enzyme_fwddiff_2(void *, ...);
static double f(double x) {
  double p = x;
  for (int i = 0; i < 3; i++)
    p = p * x + sin(p);
  return p;
}
static double df(double x) {
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_out, x);
  return __enzyme_reverse((void *)f, enzyme_out, x, 1.0, a.tape);
}
static double d2(double x) { return __enzyme_autodiff((void *)df, enzyme_out, x); }
static double d3(double x) { return __enzyme_fwddiff((void *)d2, x, 1.0); }
static double d2s(double x) {
  struct aug a = __enzyme_augmentfwd((void *)df, enzyme_out, x);
  return __enzyme_reverse((void *)df, enzyme_out, x, 1.0, a.tape);
}
static double d3s(double x) {
  struct aug a = __enzyme_augmentfwd((void *)d2s, enzyme_out, x);
  return __enzyme_reverse((void *)d2s, enzyme_out, x, 1.0, a.tape);
}
int main() {
  double x = .6, h = 1e-5;
  check_close("d2", d2(x), (df(x + h) - df(x - h)) / (2 * h), 1e-6);
  check_close("d3", d3(x), (d2(x + h) - d2(x - h)) / (2 * h), 1e-6);
  check_close("d2s", d2s(x), d2(x), 1e-12);
  check_close("d3s", d3s(x), d3(x), 1e-11);
  struct two t = __enzyme_fwddiff_2((void *)df, enzyme_width, 2, enzyme_dup, x, 1.0, -2.0);
  check_close("w0", t.a, d2(x), 1e-12);
  check_close("w1", t.b, -2 * d2(x), 1e-12);
  return 0;
}
