// run:
// Fields and local variables that are annotated as inactive.
#include "check.h"
#include <zymase/autodiff.h>

struct Weighted {
  [[clang::annotate("enzyme_inactive")]] double weight;
  double value;
  [[clang::annotate("enzyme_inactive")]] double *extra;
};
static double field(Weighted *p) { return p->weight * p->value + p->extra[0] * p->value; }
static double written(double x) {
  Weighted w{x, x, &x};
  return w.weight * w.value;
}
static double local(double x) {
  [[clang::annotate("enzyme_inactive")]] double y = x;
  return y * x;
}

int main() {
  double extra = 10, dextra = 0;
  Weighted p{2, 3, &extra}, dp{0, 0, &dextra};
  __enzyme_autodiff<void>((void *)field, &p, &dp);
  check_close("value", dp.value, 12, 1e-13);
  check_close("weight", dp.weight, 0, 0);
  check_close("extra", dextra, 0, 0);
  check_close("written", __enzyme_autodiff<double>((void *)written, 3.0), 3, 1e-13);
  check_close("written, forward", __enzyme_fwddiff<double>((void *)written, 3.0, 1.0), 3, 1e-13);
  check_close("local", __enzyme_autodiff<double>((void *)local, 3.0), 3, 1e-13);
  return 0;
}
