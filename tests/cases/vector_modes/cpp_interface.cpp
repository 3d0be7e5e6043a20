// The interface as C++ programs use it: templates of results and arguments, references, lambdas.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"
#include <array>

extern int enzyme_width, enzyme_dup, enzyme_dupv, enzyme_const, enzyme_out, enzyme_primal_return;
template <typename Result, typename... Arguments> Result __enzyme_fwddiff(Arguments...);
template <typename Result, typename... Arguments> Result __enzyme_autodiff(Arguments...);

template <int N> struct vec {
  double v[N];
  double &operator[](int i) { return v[i]; }
  double operator[](int i) const { return v[i]; }
};

template <int N> static double energy(const vec<N> &x, double k) {
  auto spring = [&](int i, int j) {
    double d = x[i] - x[j];
    return 0.5 * k * d * d * (1 + d);
  };
  double sum = 0;
  for (int i = 0; i + 1 < N; ++i)
    sum += spring(i, i + 1);
  return sum;
}

template <int N> struct lanes { std::array<double, N> of; };
template <int N> struct value_and_lanes { double value; std::array<double, N> of; };

static double product(double &x, const double &y) { return x * y * y; }

int main() {
  constexpr int N = 4;
  vec<N> x{{0.1, 0.6, -0.3, 0.9}};
  vec<N> d[3] = {};
  auto by_k = __enzyme_autodiff<lanes<3>>((void *)energy<N>, enzyme_width, 3, enzyme_dupv, sizeof(vec<N>), &x, d, enzyme_out, 2.0);
  check_close("by k", by_k.of[2], energy(x, 2.0) / 2, 1e-12);
  vec<N> e[N] = {};
  for (int i = 0; i < N; ++i)
    e[i][i] = 1;
  auto all = __enzyme_fwddiff<value_and_lanes<N>>((void *)energy<N>, enzyme_primal_return, enzyme_width, N, enzyme_dup, &x,
                                                  &e[0], &e[1], &e[2], &e[3], enzyme_const, 2.0);
  check_close("value", all.value, energy(x, 2.0), 1e-12);
  for (int i = 0; i < N; ++i) {
    double h = 1e-5, kept = x[i];
    x[i] = kept + h;
    double above = energy(x, 2.0);
    x[i] = kept - h;
    double below = energy(x, 2.0);
    x[i] = kept;
    check_close("forward", all.of[i], (above - below) / (2 * h), 1e-8);
    for (int k = 0; k < 3; ++k)
      check_close("reverse", d[k][i], all.of[i], 1e-12);
  }
  double a = 3, b = 5, da[2] = {1, 0}, db[2] = {0, 1};
  auto two = __enzyme_fwddiff<lanes<2>>((void *)product, enzyme_width, 2, enzyme_dup, &a, &da[0], &da[1], enzyme_dup, &b,
                                        &db[0], &db[1]);
  check_close("reference", two.of[0], 25, 1e-12);
  check_close("reference", two.of[1], 30, 1e-12);
  return 0;
}
