// The C++ interface under the names of existing programs, which also declare some of them themselves.
// run:
// levels: -O0 -O1 -O2 -O3
// flags: -std=c++17
#include "check.h"
#include <enzyme/enzyme>
#include <vector>

int enzyme_dup;
int enzyme_const;
template <typename return_type, typename... T> return_type __enzyme_autodiff(void *, T...);

static double square(double x) { return x * x; }
static double mixed(double *v, double a, int n, double b) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * a * b * b;
  return sum;
}
static double last(const double *v, double a) { return v[0] * a * a; }
static void write(const double *x, double *y) { y[0] = x[0] * x[0]; }
static std::vector<double> squares(const std::vector<double> &x) {
  std::vector<double> y(x);
  for (double &each : y)
    each *= each;
  return y;
}
static double total(const std::vector<double> &x) {
  double sum = 0;
  for (double each : x)
    sum += each * each;
  return sum;
}

// Without `enzyme::`, as in programs that use the whole namespace.
static void unqualified() {
  using namespace enzyme;
  auto slopes = get<0>(autodiff<Reverse>(square, Active<double>(3.)));
  check_close("reverse", get<0>(slopes), 6, 1e-14);
  check_close("forward", get<0>(autodiff<Forward>(square, Duplicated<double>(3., 1.))), 6, 1e-14);
}

int main() {
  unqualified();
  auto reverse = enzyme::autodiff<enzyme::Reverse>(square, enzyme::Active<double>(3.5));
  check_close("reverse", enzyme::get<0>(enzyme::get<0>(reverse)), 7, 1e-14);
  enzyme::Active<double> x{3.5};
  enzyme::tuple<enzyme::tuple<double>, double> both = enzyme::autodiff<enzyme::ReverseWithPrimal>(square, x);
  check_close("with value", enzyme::get<0>(enzyme::get<0>(both)), 7, 1e-14);
  check_close("value", enzyme::get<1>(both), 3.5 * 3.5, 1e-14);

  double v[2] = {1, 2}, dv[2] = {0, 0};
  auto slopes = enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(mixed, enzyme::Duplicated<double *>{v, dv},
                                                                enzyme::Active(3.), enzyme::Const<int>(2),
                                                                enzyme::Active(4.)));
  check_close("slot 1", enzyme::get<1>(slopes), 48, 1e-14);
  check_close("slot 3", enzyme::get<3>(slopes), 72, 1e-14);
  check_close("shadow", dv[1], 48, 1e-14);
  auto only = enzyme::autodiff<enzyme::Reverse>(last, enzyme::Duplicated(v, dv), enzyme::Active(3.));
  check_close("by argument", enzyme::get<1>(enzyme::get<0>(only)), 6, 1e-14);
  check_close("the only Active one", enzyme::get<0>(enzyme::get<0>(only)), 6, 1e-14);
  enzyme::tuple<enzyme::tuple<double>> declared = only;
  check_close("declared", enzyme::get<0>(enzyme::get<0>(declared)), 6, 1e-14);
  auto unseeded = enzyme::autodiff<enzyme::Reverse, enzyme::Const<double>>(square, x);
  check_close("constant result", enzyme::get<0>(enzyme::get<0>(unseeded)), 0, 0);

  check_close("forward", enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(square, enzyme::Duplicated{3.0, 1.0})), 6,
              1e-14);
  auto pair = enzyme::autodiff<enzyme::Forward, enzyme::Duplicated<double>>(square, enzyme::Duplicated(3.0, 2.0));
  check_close("duplicated return, value", enzyme::get<0>(pair), 9, 1e-14);
  check_close("duplicated return, tangent", enzyme::get<1>(pair), 12, 1e-14);
  double y[1] = {0}, dy[1] = {0}, along[2] = {1, 0};
  (void)enzyme::autodiff<enzyme::Forward, enzyme::Const<void>>(write, enzyme::Duplicated<const double *>{v, along},
                                                               enzyme::Duplicated<double *>{y, dy});
  check_close("written tangent", dy[0], 2, 1e-14);

  std::vector<double> p{3, 4}, dp{1, 2}, gradient(2);
  auto tangents = enzyme::get<0>(enzyme::autodiff<enzyme::Forward, enzyme::DuplicatedNoNeed<std::vector<double>>>(
      squares, enzyme::Duplicated<const std::vector<double> &>(p, dp)));
  check_close("vector", tangents[1], 16, 1e-14);
  enzyme::autodiff<enzyme::Reverse>(total, enzyme::DuplicatedNoNeed<const std::vector<double> &>{p, gradient});
  check_close("vector gradient", gradient[0], 6, 1e-14);

  check_close("by address", __enzyme_autodiff<double>((void *)square, 3.0), 6, 1e-14);
  check_close("by name", __enzyme_autodiff<double>(square, enzyme_out, 3.0), 6, 1e-14);
  return 0;
}
