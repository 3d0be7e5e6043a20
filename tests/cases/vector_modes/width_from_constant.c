// The width may be any constant, also one that unoptimised code reads from a variable.
// run:
// levels: -O0 -O1 -O2
#include "check.h"

extern int enzyme_width, enzyme_dup;
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
enum { TWO = 2 };
static const int two = 2;

static double square(double x) { return x * x; }

int main(void) {
  const long local = 2;
  struct two a = __enzyme_fwddiff_two((void *)square, enzyme_width, TWO, enzyme_dup, 3.0, 1.0, 2.0);
  struct two b = __enzyme_fwddiff_two((void *)square, enzyme_width, two, enzyme_dup, 3.0, 1.0, 2.0);
  struct two c = __enzyme_fwddiff_two((void *)square, enzyme_width, local, enzyme_dup, 3.0, 1.0, 2.0);
  check_close("enumerator", a.b, 12, 1e-12);
  check_close("global", b.b, 12, 1e-12);
  check_close("local", c.b, 12, 1e-12);
  return 0;
}
