// A pointer that has a shadow only at run time is compared with each lane's shadow.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);

struct view { const double *data; };

static double f(struct view *v, const double *x, const double *fixed, int active) {
  const double *chosen = active ? x : fixed;
  double local[2] = {chosen[0] * x[1], 1};
  v->data = chosen;
  return chosen[0] * chosen[1] * x[0] + v->data[1] * local[0];
}

int main(void) {
  double x[2] = {1.5, -0.7}, fixed[2] = {2, 3};
  for (int active = 0; active < 2; ++active) {
    struct view v, v0 = {0}, v1 = {0};
    double d[2][2] = {{0}};
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, &v, &v0, &v1, enzyme_dup, x, d[0], d[1], enzyme_const,
                      fixed, enzyme_const, active);
    double want[2];
    for (int i = 0; i < 2; ++i) {
      double h = 1e-5, kept = x[i];
      x[i] = kept + h;
      double above = f(&v, x, fixed, active);
      x[i] = kept - h;
      double below = f(&v, x, fixed, active);
      x[i] = kept;
      want[i] = (above - below) / (2 * h);
      check_close("lane 0", d[0][i], want[i], 1e-8);
      check_close("lane 1", d[1][i], want[i], 1e-8);
    }
    double e[2][2] = {{1, 0}, {0, 1}};
    struct two t = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, &v, &v0, &v1, enzyme_dup, x, e[0], e[1],
                                        enzyme_const, fixed, active);
    check_close("forward, lane 0", t.a, want[0], 1e-8);
    check_close("forward, lane 1", t.b, want[1], 1e-8);
    check_close("constant memory stays", fixed[0] + fixed[1], 5, 0);
  }
  return 0;
}
