// Where a complex root or inverse function has an infinite derivative, no mode gives a number.
// run:
#include <complex.h>
#include <math.h>
#include <stdio.h>
struct parts { double x, y; };
struct parts __enzyme_autodiff_parts(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

#define EACH(DO) DO(csqrt, 0.0, 0.0) DO(csqrt, -0.0, -0.0) DO(cacosh, 1.0, 0.0) DO(cacosh, -1.0, -0.0) \
  DO(casin, 1.0, 0.0) DO(cacos, -1.0, 0.0) DO(casinh, 0.0, 1.0) DO(casinh, -0.0, -1.0)
#define FUNCTION(NAME) static double of_##NAME(double x, double y) { \
    double complex w = NAME(__builtin_complex(x, y)); return creal(w) + 2 * cimag(w); }
FUNCTION(csqrt) FUNCTION(cacosh) FUNCTION(casin) FUNCTION(cacos) FUNCTION(casinh)

static int report(const char *name, double x, double y, double found) {
  if (!isfinite(found)) return 0;
  printf("%s at %g, %g: %g\n", name, x, y, found);
  return 1;
}

int main(void) {
  int wrong = 0;
#define CHECK(NAME, X, Y) { \
    struct parts found = __enzyme_autodiff_parts((void *)of_##NAME, X, Y); \
    wrong += report(#NAME " reverse", X, Y, found.x) + report(#NAME " reverse", X, Y, found.y); \
    wrong += report(#NAME " forward", X, Y, __enzyme_fwddiff((void *)of_##NAME, enzyme_dup, X, 1.0, enzyme_dup, Y, 0.0)); \
    wrong += report(#NAME " forward", X, Y, __enzyme_fwddiff((void *)of_##NAME, enzyme_dup, X, 0.0, enzyme_dup, Y, 1.0)); }
  EACH(CHECK)
  return wrong != 0;
}
