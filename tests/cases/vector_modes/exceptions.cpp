// Every lane follows an exception to its handler.
// run:
// leaks: on
#include "check.h"
#include <vector>

extern int enzyme_width, enzyme_dup, enzyme_out;
template <class Result, class... Arguments> Result __enzyme_autodiff(Arguments...);
template <class Result, class... Arguments> Result __enzyme_fwddiff(Arguments...);
struct two { double a, b; };

__attribute__((noinline)) static double checked(double x) {
  if (x > 1)
    throw x * x;
  return x;
}

static double f(double x) {
  double r;
  try {
    r = checked(x);
  } catch (double e) {
    r = e * 3 * x;
  }
  std::vector<double> v;
  for (int i = 0; i < 3; ++i)
    v.push_back(r * i);
  return v[0] + v[1] * v[2];
}

int main() {
  for (double x : {0.5, 2.0}) {
    double h = 1e-6, want = (f(x + h) - f(x - h)) / (2 * h);
    two t = __enzyme_fwddiff<two>((void *)f, enzyme_width, 2, enzyme_dup, x, 1.0, 2.0);
    check_close("forward", t.a, want, 1e-7);
    check_close("forward, second lane", t.b, 2 * want, 1e-7);
    two d = __enzyme_autodiff<two>((void *)f, enzyme_width, 2, enzyme_out, x);
    check_close("reverse", d.a, want, 1e-7);
    check_close("reverse, second lane", d.b, want, 1e-7);
  }
  return 0;
}
