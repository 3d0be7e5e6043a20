#include <cstdio>
#include <zymase/autodiff.hpp>

extern "C" double from_c(double x, const double *w, int n);
extern "C" void from_fortran(const double *x, int n, double *sum);
double from_cpp(double x);

int main() {
  using namespace zymase;
  const double w[2] = {1, 2};
  double x[2] = {1, 2}, dx[2] = {0, 0}, sum = 0, seed = 1;
  auto c = autodiff<Reverse>(from_c, Active(3.0), Const(w), Const(2));
  auto cpp = autodiff<Forward>(from_cpp, Duplicated(3.0, 1.0));
  autodiff<Reverse>(from_fortran, Duplicated(x, dx), Const(2), Duplicated(&sum, &seed));
  std::printf("c %g c++ %g fortran %g %g\n", c.get<0>(), cpp, dx[0], dx[1]);
}
