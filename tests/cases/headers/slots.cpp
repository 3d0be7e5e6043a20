// One slot per argument, wherever the Active ones stand; values beside derivatives; structured bindings.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17 -Wall -Wextra -Werror
#include "check.h"
#include <cmath>
#include <zymase/autodiff.hpp>

using namespace zymase;

static double f(const double *v, double a, int n, float b, double c) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * a * b * std::exp(c);
  return sum;
}

int main() {
  const double v[3] = {1, 2, 3};
  double dv[3] = {0, 0, 0};
  const double base = 6 * std::exp(0.5);
  auto slots = autodiff<Reverse>(f, Duplicated(v, dv), Active(2.0), Const(3), Active(1.5f), Active(0.5));
  check_close("after a duplicated one", slots.get<1>(), base * 1.5, 1e-14);
  check_close("float after a constant", slots.get<3>(), base * 2, 1e-6);
  check_close("last", std::get<4>(slots), base * 3, 1e-14);
  check_close("shadow", dv[1], 3 * std::exp(0.5), 1e-14);
  static_assert(std::is_same_v<decltype(slots), Slots<None, double, None, float, double>>);

  auto [nothing, da, none, db, dc] = slots;
  (void)nothing, (void)none;
  check_close("binding", da + db + dc, base * 6.5, 1e-6);

  auto both = autodiff<ReverseWithPrimal>(f, Const(v), 2.0, 3, Const(1.5f), Active(0.5));
  check_close("value", both.value, base * 3, 1e-14);
  check_close("unannotated", both.get<1>(), base * 1.5, 1e-14);
  check_close("with value", both.get<4>(), base * 3, 1e-14);

  double tangent = autodiff<Forward>(f, Const(v), Duplicated(2.0, 1), Const(3), Duplicated(1.5f, 0.f), Const(0.5));
  check_close("forward agrees with reverse", tangent, slots.get<1>(), 1e-14);
  auto pair = autodiff<ForwardWithPrimal>(f, Const(v), Const(2.0), Const(3), Const(1.5f), Duplicated(0.5, 1.0));
  check_close("value beside tangent", pair.value, both.value, 1e-14);
  check_close("tangent beside value", pair.tangent, slots.get<4>(), 1e-14);

  const double h = 1e-6;
  double difference = (f(v, 2.0, 3, 1.5f, 0.5 + h) - f(v, 2.0, 3, 1.5f, 0.5 - h)) / (2 * h);
  check_close("central differences", difference, slots.get<4>(), 1e-8);
  return 0;
}
