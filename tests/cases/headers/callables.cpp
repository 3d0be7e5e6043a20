// Functions, lambdas with and without state, generic ones, functors whose own members are differentiated, templates.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17
#include "check.h"
#include <cmath>
#include <zymase/autodiff>

using namespace zymase;

template <class T> T cube(T x) { return x * x * x; }
static double through_reference(const double &x, double &y) {
  y = x * x;
  return x + y;
}
static double quiet(double x) noexcept { return std::sin(x); }

struct Line {
  double slope, offset;
  double operator()(double x) const { return slope * x + offset; }
};
struct Counter {
  int calls = 0;
  double operator()(double x, const double &y) {
    ++calls;
    return x * y * y;
  }
};
struct Overloaded {
  double operator()(double x) const { return x * x; }
  double operator()(double x, double y) const { return x * y; }
};

int main() {
  check_close("template", autodiff<Reverse>(cube<double>, Active(2.0)).get<0>(), 12, 1e-14);
  check_close("float template", autodiff<Reverse>(cube<float>, Active(2.0f)).get<0>(), 12, 1e-6);
  check_close("noexcept", autodiff<Forward>(quiet, Duplicated(0.3, 2.0)), 2 * std::cos(0.3), 1e-14);

  double x = 3, dx = 0, y = 0, dy = 1;
  autodiff<Reverse>(through_reference, Duplicated<const double &>{x, dx}, Duplicated<double &>{y, dy});
  check_close("references", dx, 1 + 2 * 6, 1e-14);
  check_close("reference result", y, 9, 1e-14);
  dy = 1;
  auto number = autodiff<Reverse>(through_reference, Active(x), Duplicated(&y, &dy));
  check_close("number for a reference", number.get<0>(), dx, 1e-14);

  const double k = 2.5;
  auto scaled = [k](double t) { return k * t * t; };
  check_close("closure", autodiff<Reverse>(scaled, Active(4.0)).get<0>(), 20, 1e-14);
  check_close("closure, forward", autodiff<Forward>(scaled, Duplicated(4.0, 1.0)), 20, 1e-14);
  check_close("converted to a function", autodiff<Forward>(+[](double t) { return t * t; }, Duplicated(4.0, 1.0)), 8,
              1e-14);
  auto generic = [](const auto &a, auto b) { return a * a * b; };
  check_close("generic", autodiff<Reverse>(generic, Active(2.0), Active(5.0)).get<0>(), 20, 1e-14);

  Line line{2, 1}, gradient{0, 0};
  check_close("functor", autodiff<Reverse>(line, Active(3.0)).get<0>(), 2, 1e-14);
  check_close("duplicated functor", autodiff<Reverse>(Duplicated(&line, &gradient), Active(3.0)).get<0>(), 2, 1e-14);
  check_close("its slope", gradient.slope, 3, 1e-14);
  check_close("its offset", gradient.offset, 1, 1e-14);

  Counter counter;
  check_close("functor with state", autodiff<Reverse>(counter, Active(2.0), Active(3.0)).get<1>(), 12, 1e-14);
  check_close("was called once", counter.calls, 1, 0);
  check_close("overloaded", autodiff<Reverse>(Overloaded{}, Active(2.0), Active(3.0)).get<1>(), 2, 1e-14);
  return 0;
}
