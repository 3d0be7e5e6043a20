// A mutable table of functions, one of which writes memory of its own: what was put there before the derivative call
// are functions, not memory.
// run:
#include "check.h"
#include <math.h>

extern int enzyme_const, enzyme_out, enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

__attribute__((noinline)) double product(double x, double y) {
  volatile double kept = x;
  return kept * y;
}
typedef double (*binary)(double, double);
binary table[2] = {product, fmax};

static double f(double x, int i) { return table[i](x, x * x); }

int main(int count, char **arguments) {
  check_close("product", __enzyme_autodiff((void *)f, enzyme_out, 2.0, enzyme_const, count - 1), 12, 1e-14);
  check_close("maximum", __enzyme_autodiff((void *)f, enzyme_out, 2.0, enzyme_const, count), 4, 1e-14);
  check_close("product", __enzyme_fwddiff((void *)f, enzyme_dup, 2.0, 1.0, enzyme_const, count - 1), 12, 1e-14);
  check_close("maximum", __enzyme_fwddiff((void *)f, enzyme_dup, 2.0, 1.0, enzyme_const, count), 4, 1e-14);
  return 0;
}
