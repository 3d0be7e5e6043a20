// run:
// flags: -lm
// A struct of up to 16 bytes is passed in two registers: the call has two operands for it and two for its shadow, or,
// where the call has run out of registers, a copy in memory.
#include "check.h"
#include <math.h>

extern int enzyme_dup, enzyme_const, enzyme_out;
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);

struct pair { double a, b; };
struct triple { double a, b, c; };
struct floats { float a, b, c; };
struct counted { double a; int n; };
struct view { double *data; long n; };
struct scaled { double *data; double scale; };

static double of_pair(struct pair s) { return s.a * s.a * s.b; }
static double of_triple(struct triple s) { return s.a * s.a * s.b + s.c * s.c * s.a; }
static double of_floats(struct floats s) { return s.a * s.a * s.b + s.c * s.a; }
static double of_counted(struct counted s) { return s.a * s.a * s.n; }
static double of_view(struct view v) {
  double sum = 0;
  for (long i = 0; i < v.n; ++i)
    sum += v.data[i] * v.data[i] * (i + 1);
  return sum;
}
static double of_scaled(struct scaled v) { return v.data[0] * v.data[1] * v.scale; }
static double of_many(struct pair s, double x, struct pair t, struct view v, struct view w, struct counted c) {
  return s.a * s.b * x + t.a * t.a * t.b + of_view(v) * of_view(w) + of_counted(c);
}

static double forward_many(struct pair s, struct pair ds, double x, double dx, struct pair t, struct pair dt,
                           struct view v, struct view dv, struct view w, struct view dw, struct counted c,
                           struct counted dc) {
  return __enzyme_fwddiff((void *)of_many, enzyme_dup, s, ds, enzyme_dup, x, dx, enzyme_dup, t, dt, enzyme_dup, v, dv,
                          enzyme_dup, w, dw, enzyme_dup, c, dc);
}

int main(void) {
  struct pair s = {2, 3}, ds = {0.7, 0.5}, t = {4, 5}, dt = {0.1, -0.2};
  double pair_tangent = 2 * 2 * 3 * 0.7 + 4 * 0.5;
  check_close("pair", __enzyme_fwddiff((void *)of_pair, enzyme_dup, s, ds), pair_tangent, 1e-12);
  check_close("unmarked pair", __enzyme_fwddiff((void *)of_pair, s, ds), pair_tangent, 1e-12);

  struct triple r = {2, 3, 4}, dr = {0.7, 0.5, 0.25};
  check_close("triple", __enzyme_fwddiff((void *)of_triple, enzyme_dup, r, dr),
              (2 * 2 * 3 + 16) * 0.7 + 4 * 0.5 + 2 * 4 * 2 * 0.25, 1e-12);

  struct floats f = {2, 3, 4}, df = {0.75, 0.5, 0.25};
  check_close("floats", __enzyme_fwddiff((void *)of_floats, enzyme_dup, f, df), (12 + 4) * 0.75 + 4 * 0.5 + 2 * 0.25,
              1e-6);

  struct counted c = {2, 3}, dc = {0.7, 0};
  check_close("counted", __enzyme_fwddiff((void *)of_counted, enzyme_dup, c, dc), 12 * 0.7, 1e-12);
  check_close("counted, reverse", __enzyme_autodiff((void *)of_counted, enzyme_out, c), 12, 1e-12);

  double x[3] = {2, 3, 4}, dx[3] = {0.7, 0.5, 0.25}, gx[3] = {0, 0, 0};
  struct view v = {x, 3}, dv = {dx, 0}, gv = {gx, 0};
  double view_tangent = 2 * 2 * 0.7 + 4 * 3 * 0.5 + 6 * 4 * 0.25;
  check_close("view", __enzyme_fwddiff((void *)of_view, enzyme_dup, v, dv), view_tangent, 1e-12);
  __enzyme_autodiff((void *)of_view, enzyme_dup, v, gv);
  for (int i = 0; i < 3; ++i)
    check_close("view, reverse", gx[i], 2 * (i + 1) * x[i], 1e-12);

  struct scaled a = {x, 4}, da = {dx, 0.3};
  check_close("scaled", __enzyme_fwddiff((void *)of_scaled, enzyme_dup, a, da), 12 * 0.7 + 8 * 0.5 + 6 * 0.3, 1e-12);

  double y[3] = {1, -1, 0.5}, dy[3] = {0.2, 0.1, -0.4};
  struct view w = {y, 3}, dw = {dy, 0};
  double at = 1e-6;
  double moved[2];
  for (int side = 0; side < 2; ++side) {
    double h = side ? -at : at;
    double xs[3], ys[3];
    for (int i = 0; i < 3; ++i) {
      xs[i] = x[i] + h * dx[i];
      ys[i] = y[i] + h * dy[i];
    }
    moved[side] = of_many((struct pair){2 + h * 0.7, 3 + h * 0.5}, 7 + h * 0.3, (struct pair){4 + h * 0.1, 5 - h * 0.2},
                          (struct view){xs, 3}, (struct view){ys, 3}, (struct counted){2 + h * 0.7, 3});
  }
  double got = forward_many(s, ds, 7, 0.3, t, dt, v, dv, w, dw, c, dc);
  check_close("many", got, (moved[0] - moved[1]) / (2 * at), 1e-7);
  check_close("some constant",
              __enzyme_fwddiff((void *)of_many, enzyme_const, s, enzyme_dup, 7.0, 0.3, enzyme_const, t, enzyme_const, v,
                               enzyme_const, w, enzyme_dup, c, dc),
              6 * 0.3 + 12 * 0.7, 1e-12);
  return 0;
}
