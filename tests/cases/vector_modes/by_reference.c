// enzyme_byref, N: the value (and its tangents) lie behind a pointer, N bytes long; structs too, however they are passed.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_byref, enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);

struct pair { double x, y; };
struct mixed { double x; int n; };
struct floats { float a, b, c; };
struct large { double v[5]; };

static double f(double x, int n) { return n * x * x; }
static float single(float x) { return x * x; }
static double of_pair(struct pair p, double z) { return p.x * p.x * p.y * z; }
static double of_mixed(struct mixed m, int k) { return m.n * m.x * m.x + k; }
static double of_floats(struct floats s) { return s.a * s.b * s.c; }
static double of_large(struct large l, double z) { return l.v[0] * l.v[4] * z; }

int main(void) {
  double x = 3, dx = 2, z = 5;
  int n = 4;
  float s = 1.5f, ds = 1;
  check_close("reverse", __enzyme_autodiff((void *)f, enzyme_out, enzyme_byref, sizeof x, &x, enzyme_const, enzyme_byref,
                                           sizeof n, &n), 24, 1e-12);
  check_close("forward", __enzyme_fwddiff((void *)f, enzyme_byref, sizeof x, enzyme_dup, &x, &dx, enzyme_const, n), 48, 1e-12);
  float __enzyme_fwddiff_single(void *, ...);
  check_close("float", __enzyme_fwddiff_single((void *)single, enzyme_dup, enzyme_byref, 4, &s, &ds), 3, 1e-6);
  struct pair p = {3, 2}, d0 = {1, 0}, d1 = {0, 1};
  struct two t = __enzyme_fwddiff_two((void *)of_pair, enzyme_width, 2, enzyme_dup, enzyme_byref, sizeof p, &p, &d0, &d1,
                                      enzyme_const, z);
  check_close("pair by x", t.a, 60, 1e-12);
  check_close("pair by y", t.b, 45, 1e-12);
  struct two o = __enzyme_autodiff_two((void *)of_pair, enzyme_out, enzyme_byref, sizeof p, &p, enzyme_const, z);
  check_close("pair, reverse", o.a, 60, 1e-12);
  check_close("pair, reverse", o.b, 45, 1e-12);
  struct mixed m = {3, 2}, dm = {1, 0};
  check_close("mixed", __enzyme_fwddiff((void *)of_mixed, enzyme_dup, enzyme_byref, sizeof m, &m, &dm, 7), 12, 1e-12);
  check_close("mixed, reverse", __enzyme_autodiff((void *)of_mixed, enzyme_out, enzyme_byref, sizeof m, &m, 7), 12, 1e-12);
  struct floats v = {2, 3, 4}, dv = {1, 10, 100};
  check_close("floats", __enzyme_fwddiff((void *)of_floats, enzyme_dup, enzyme_byref, sizeof v, &v, &dv), 12 + 80 + 600, 1e-6);
  struct large l = {{2, 0, 0, 0, 3}}, dl = {{1, 0, 0, 0, 10}};
  check_close("large", __enzyme_fwddiff((void *)of_large, enzyme_dup, enzyme_byref, sizeof l, &l, &dl, enzyme_const, z), 15 + 100, 1e-12);
  return 0;
}
