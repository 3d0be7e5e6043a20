// Functions that return structs, in registers and through memory: one struct of tangents per lane; in reverse mode one
// seed per lane.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_out, enzyme_primal_return;
struct small { double a, b; };
struct large { double a[4]; int count; };
struct two_small { struct small lane[2]; };
struct value_and_large { struct large value, lane[2]; };
struct two_small __enzyme_fwddiff_small(void *, ...);
struct value_and_large __enzyme_fwddiff_large(void *, ...);
void __enzyme_autodiff(void *, ...);
struct outs { double x[2]; };
struct outs __enzyme_autodiff_outs(void *, ...);

static struct small small(double x, double y) { return (struct small){x * y, x + sin(y)}; }
static struct large large(const double *x, double y) {
  struct large r = {{x[0] * y, x[1] * x[0], exp(y), 1}, 7};
  return r;
}

int main(void) {
  double x = 1.5, y = 0.4, v[2] = {2, -3}, t[2][2] = {{1, 0}, {0, 1}};
  struct two_small s = __enzyme_fwddiff_small((void *)small, enzyme_width, 2, enzyme_dup, x, 1.0, 0.0, enzyme_dup, y, 0.0, 1.0);
  check_close("a by x", s.lane[0].a, y, 1e-12);
  check_close("b by x", s.lane[0].b, 1, 1e-12);
  check_close("a by y", s.lane[1].a, x, 1e-12);
  check_close("b by y", s.lane[1].b, cos(y), 1e-12);
  struct value_and_large l = __enzyme_fwddiff_large((void *)large, enzyme_width, 2, enzyme_primal_return, enzyme_dup, v,
                                                    t[0], t[1], enzyme_dup, y, 0.0, 1.0);
  check_close("value", l.value.a[2], exp(y), 1e-12);
  check_close("count", l.value.count, 7, 0);
  check_close("lane 0", l.lane[0].a[0], y, 1e-12);
  check_close("lane 0", l.lane[0].a[1], v[1], 1e-12);
  check_close("lane 0", l.lane[0].a[2], 0, 1e-12);
  check_close("lane 1", l.lane[1].a[0], v[0], 1e-12);
  check_close("lane 1", l.lane[1].a[1], v[0], 1e-12);
  check_close("lane 1", l.lane[1].a[2], exp(y), 1e-12);
  struct large seed[2] = {{{1, 0, 0, 0}, 0}, {{0, 1, 2, 5}, 0}};
  double d[2][2] = {{0}};
  struct outs o = __enzyme_autodiff_outs((void *)large, enzyme_width, 2, &seed[0], &seed[1], enzyme_dup, v, d[0], d[1], enzyme_out, y);
  check_close("reverse, lane 0", d[0][0], y, 1e-12);
  check_close("reverse, lane 0", d[0][1], 0, 1e-12);
  check_close("reverse, lane 1", d[1][0], v[1], 1e-12);
  check_close("reverse, lane 1", d[1][1], v[0], 1e-12);
  check_close("reverse, y", o.x[0], v[0], 1e-12);
  check_close("reverse, y", o.x[1], 2 * exp(y), 1e-12);
  return 0;
}
