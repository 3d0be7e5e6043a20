// Classes by value and by reference, as arguments and as results: how they are passed must not matter.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17
#include "check.h"
#include <array>
#include <complex>
#include <vector>
#include <zymase/autodiff.hpp>

using namespace zymase;

struct Small {
  double x, y;
};
struct Mixed {
  float a;
  int k;
  double b[4];
};

static double combine(Small s, const Mixed &m, std::array<double, 3> v, Mixed copy) {
  return s.x * m.b[m.k] + s.y * s.y * v[2] + copy.a * copy.b[1];
}
static Small both(double x, double y) { return {x * y, x + y * y}; }
static std::array<double, 4> powers(double x) { return {1, x, x * x, x * x * x}; }
static std::complex<double> turn(double x) { return std::complex<double>(x * x, 3 * x); }
static std::vector<double> doubled(const std::vector<double> &x) {
  std::vector<double> y(x);
  for (double &each : y)
    each *= 2 * each;
  return y;
}

int main() {
  Small s{2, 3};
  Mixed m{1, 2, {5, 6, 7, 8}}, dm{};
  std::array<double, 3> v{1, 2, 4};
  auto slots = autodiff<Reverse>(combine, Active(s), Duplicated(&m, &dm), Active(v), Active(m));
  check_close("small.x", slots.get<0>().x, 7, 1e-14);
  check_close("small.y", slots.get<0>().y, 24, 1e-14);
  check_close("by reference", dm.b[2], 2, 1e-14);
  check_close("array", slots.get<2>()[2], 9, 1e-14);
  check_close("large by value, float", slots.get<3>().a, 6, 1e-6);
  check_close("large by value", slots.get<3>().b[1], 1, 1e-14);
  auto constant = autodiff<Reverse>(combine, Const(s), Const(&m), Active(v), Const(m));
  check_close("beside constant classes", constant.get<2>()[2], 9, 1e-14);

  Small along = autodiff<Forward>(both, Duplicated(2.0, 1.0), Duplicated(5.0, 0.5));
  check_close("class result, x", along.x, 5 + 1, 1e-14);
  check_close("class result, y", along.y, 1 + 5, 1e-14);
  auto seeded = autodiff<Reverse>(powers, Active(3.0));
  check_close("array result, seeded with ones", seeded.get<0>(), 1 + 6 + 27, 1e-14);
  auto rotated = autodiff<ForwardWithPrimal>(turn, Duplicated(2.0, 1.0));
  check_close("complex result", rotated.tangent.real() + rotated.tangent.imag(), 4 + 3, 1e-14);
  check_close("complex value", rotated.value.imag(), 6, 1e-14);

  std::vector<double> x{3, 4}, dx{1, 0.5};
  std::vector<double> tangent = autodiff<Forward>(doubled, Duplicated<const std::vector<double> &>{x, dx});
  check_close("vector result", tangent[0], 12, 1e-14);
  check_close("vector result", tangent[1], 8, 1e-14);
  return 0;
}
