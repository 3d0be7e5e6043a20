// Single precision: promoted tangents are converted back; small results come in registers of two.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_out;
struct two { float a, b; };
struct three { float a, b, c; };
struct four { float a[4]; };
struct eight { float a[8]; };
struct two __enzyme_fwddiff_two(void *, ...);
struct three __enzyme_fwddiff_three(void *, ...);
struct four __enzyme_fwddiff_four(void *, ...);
struct eight __enzyme_fwddiff_eight(void *, ...);
struct three __enzyme_autodiff_three(void *, ...);

static float f(float x, float y) { return x * x * y; }

int main(void) {
  float x = 1.5f, y = 2.5f;
  struct two p = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, x, 1.0f, 0.0f, y, 0.0f, 1.0f);
  check_close("two", p.a, 2 * x * y, 1e-6);
  check_close("two", p.b, x * x, 1e-6);
  struct three q = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, x, 1.0, 2.0, 3.0, enzyme_const, y);
  check_close("three", q.a, 2 * x * y, 1e-6);
  check_close("three", q.c, 6 * x * y, 1e-6);
  struct four r = __enzyme_fwddiff_four((void *)f, enzyme_width, 4, enzyme_const, x, enzyme_dup, y, 1.0f, 2.0f, 3.0f, 4.0f);
  struct eight s = __enzyme_fwddiff_eight((void *)f, enzyme_width, 8, enzyme_const, x, enzyme_dup, y, 1.f, 2.f, 3.f, 4.f,
                                          5.f, 6.f, 7.f, 8.f);
  for (int k = 0; k < 8; ++k) {
    if (k < 4)
      check_close("four", r.a[k], x * x * (k + 1), 1e-6);
    check_close("eight", s.a[k], x * x * (k + 1), 1e-6);
  }
  struct three o = __enzyme_autodiff_three((void *)f, enzyme_width, 3, enzyme_const, x, enzyme_out, y);
  check_close("reverse", o.b, x * x, 1e-6);
  return 0;
}
