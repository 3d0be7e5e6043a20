// run:
// A rule is code like any other: higher derivatives differentiate it.
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

struct kept {
  double tape, value;
};
static double expo(double x) { return exp(x); }
static struct kept augmented_expo(double x) {
  struct kept r = {exp(x), exp(x)};
  return r;
}
static double reverse_expo(double x, double seed, double tape) {
  (void)x;
  return 2 * tape * seed;
}
void *__enzyme_register_gradient_expo[] = {(void *)expo, (void *)augmented_expo, (void *)reverse_expo};

struct both {
  double value, tangent;
};
static double sine(double x) { return sin(x); }
static struct both forward_sine(double x, double dx) {
  struct both r = {sin(x), 3 * cos(x) * dx};
  return r;
}
void *__enzyme_register_derivative_sine[] = {(void *)sine, (void *)forward_sine};

static double f(double x) { return expo(x * x); }
static double slope(double x) { return __enzyme_autodiff((void *)f, x); }
static double g(double x) { return sine(x) * x; }
static double tangent(double x) { return __enzyme_fwddiff((void *)g, x, 1.0); }

int main(void) {
  double x = 0.7, e = exp(x * x);
  check_close("slope", slope(x), 4 * x * e, 1e-13);
  // forward over the rule: expo inside a derivative is its rule, whose exp is the true one
  check_close("forward over reverse", __enzyme_fwddiff((void *)slope, x, 1.0), 4 * e + 8 * x * x * e, 1e-12);
  check_close("reverse over reverse", __enzyme_autodiff((void *)slope, x), 4 * e + 8 * x * x * e, 1e-12);
  check_close("tangent", tangent(x), sin(x) + 3 * x * cos(x), 1e-13);
  double second = cos(x) + 3 * cos(x) - 3 * x * sin(x);
  check_close("forward over forward", __enzyme_fwddiff((void *)tangent, x, 1.0), second, 1e-12);
  check_close("reverse over forward", __enzyme_autodiff((void *)tangent, x), second, 1e-12);
  return 0;
}
