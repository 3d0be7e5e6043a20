// A tape as a member of a C++ class, reversed by a method or by the destructor.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
template <typename R, typename... T> R __enzyme_augmentfwd(void *, T...);
template <typename R, typename... T> R __enzyme_reverse(void *, T...);
struct aug {
  void *tape;
  double v;
};
template <double (*F)(double)> struct Tape {
  void *t = nullptr;
  double x;
  double value;
  Tape(double x) : x(x) {
    aug a = __enzyme_augmentfwd<aug>((void *)F, enzyme_out, x);
    t = a.tape;
    value = a.v;
  }
  double pull(double s) {
    double r = __enzyme_reverse<double>((void *)F, enzyme_out, x, s, t);
    t = nullptr;
    return r;
  }
  ~Tape() {
    if (t)
      pull(0);
  }
};
static double f(double x) {
  double p = 1;
  for (int i = 0; i < 4; i++)
    p = p * x + sin(p);
  return p;
}
int main() {
  double x = .7, h = 1e-6;
  Tape<f> a(x), b(2 * x), c(3 * x);
  check_close("b", b.pull(1), (f(2 * x + h) - f(2 * x - h)) / (2 * h), 1e-5);
  check_close("a", a.pull(2), 2 * (f(x + h) - f(x - h)) / (2 * h), 1e-5);
  return 0;
}
