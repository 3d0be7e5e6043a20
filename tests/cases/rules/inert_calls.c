// run:
// In the body: values and calls that derivatives stop at.
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

float __enzyme_ignore_derivatives_float(float);
double *__enzyme_ignore_derivatives_pointer(double *);
struct pair {
  double a, b;
};
struct pair __enzyme_ignore_derivatives_pair(struct pair);
struct big {
  double v[4];
};
struct big __enzyme_ignore_derivatives_big(struct big);
double __enzyme_call_inactive_double(void *, ...);

static double f(double x) { return x * __enzyme_ignore_derivatives(x * x); }
static float g(float x) { return x * __enzyme_ignore_derivatives_float(x * x); }
static double h(double *x) { return x[0] * __enzyme_ignore_derivatives_pointer(x)[1]; }
static double p(double x) {
  struct pair in = {x, 2 * x}, out = __enzyme_ignore_derivatives_pair(in);
  return out.a * out.b * x;
}
static double b(double x) {
  struct big in = {{x, 2 * x, 3 * x, 4 * x}}, out = __enzyme_ignore_derivatives_big(in);
  return out.v[3] * x;
}

static int count;
static double helper(double x, float y, int n) {
  ++count;
  return x * y * n;
}
static void note(double x) {
  count += x > 0;
}
static double c(double x) {
  __enzyme_call_inactive((void *)note, x);
  return x * __enzyme_call_inactive_double((void *)helper, x, 2.0f, 3);
}

float __enzyme_autodiff_float(void *, ...);

int main(void) {
  double x = 1.5;
  check_close("number", __enzyme_autodiff((void *)f, x), x * x, 1e-13);
  check_close("number, forward", __enzyme_fwddiff((void *)f, x, 1.0), x * x, 1e-13);
  check_close("float", __enzyme_autodiff_float((void *)g, 1.5f), 2.25, 1e-6);
  double m[2] = {2, 3}, dm[2] = {0, 0};
  __enzyme_autodiff((void *)h, m, dm);
  check_close("pointer 0", dm[0], 3, 1e-13);
  check_close("pointer 1", dm[1], 0, 0);
  check_close("pair", __enzyme_autodiff((void *)p, x), 2 * x * x, 1e-13);
  check_close("big", __enzyme_autodiff((void *)b, x), 4 * x, 1e-13);
  check_close("value", f(x), x * x * x, 1e-13);
  check_close("big value", b(x), 4 * x * x, 1e-13);
  count = 0;
  check_close("call", __enzyme_autodiff((void *)c, x), x * 6, 1e-13);
  check_true("once each", count == 2);
  check_close("call, forward", __enzyme_fwddiff((void *)c, x, 1.0), x * 6, 1e-13);
  check_close("call, value", c(x), x * x * 6, 1e-13);
  return 0;
}
