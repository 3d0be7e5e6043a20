// enzyme_strong_zero: a tangent or adjoint of 0 times anything is 0, also times infinity; without it IEEE decides.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_strong_zero, enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
double __enzyme_fwddiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);

static double f(double x, double y) { return x * y / x; }
static void store(double x, double *out) {
  out[0] = x * x * x;
  out[1] = exp(1 / x);
}
__attribute__((noinline)) static double power(double x, double y, int n) { return n ? x * power(x, y, n - 1) : y * y; }

int main(void) {
  // y is infinite: the product is infinite, and 0 times it would not be a number.
  check_close("IEEE", __enzyme_fwddiff((void *)f, 2.0, 0.0, INFINITY, 1.0), NAN, 0);
  check_close("strong", __enzyme_fwddiff((void *)f, enzyme_strong_zero, 2.0, 0.0, INFINITY, 1.0), 1, 1e-12);
  struct two t = __enzyme_fwddiff_two((void *)f, enzyme_strong_zero, enzyme_width, 2, 2.0, 0.0, 0.0, INFINITY, 0.0, 1.0);
  check_close("nothing", t.a, 0, 0);
  check_close("second lane", t.b, 1, 1e-12);
  check_close("through calls", __enzyme_fwddiff((void *)power, enzyme_strong_zero, 3.0, 1.0, INFINITY, 0.0, 0), 0, 0);
  // The second output overflows and is not seeded.
  double out[2], seed[2] = {1, 0};
  struct { double a; } __enzyme_autodiff_one(void *, ...);
  check_close("reverse", __enzyme_autodiff_one((void *)store, enzyme_strong_zero, enzyme_out, 1e-3, enzyme_dup, out, seed).a, 3e-6, 1e-12);
  double seeds[2][2] = {{1, 0}, {0, 0}};
  struct two lanes = __enzyme_autodiff_two((void *)store, enzyme_width, 2, enzyme_strong_zero, enzyme_out, 1e-3, enzyme_dup,
                                           out, seeds[0], seeds[1]);
  check_close("reverse, lane 0", lanes.a, 3e-6, 1e-12);
  check_close("reverse, lane 1", lanes.b, 0, 0);
  return 0;
}
