// Both sweeps as two calls; the tape and the primal result come back as a struct in registers.
// run:
// leaks: on
#include <math.h>
#include "check.h"
struct augmented { void *tape; double value; };
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x) { return x * x * x + sin(x) * exp(x); }

int main(void) {
  for (double x = -1; x < 2; x += 0.5) {
    struct augmented a = __enzyme_augmentfwd((void *)f, x);
    check_close("value", a.value, f(x), 1e-14);
    double d = __enzyme_reverse((void *)f, x, 1.0, a.tape);
    check_close("reverse", d, __enzyme_autodiff((void *)f, x), 1e-14);
    check_close("forward", d, __enzyme_fwddiff((void *)f, x, 1.0), 1e-12);
    check_close("differences", d, (f(x + 1e-6) - f(x - 1e-6)) / 2e-6, 1e-6);
  }
  return 0;
}
