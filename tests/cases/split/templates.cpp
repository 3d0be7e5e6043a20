// Declarations as C++ templates; a tape in a vector of bytes.
// run:
// leaks: on
#include <vector>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_allocated, enzyme_tape, enzyme_nofree;
template <typename R, typename... T> R __enzyme_augmentfwd(T...);
template <typename R, typename... T> R __enzyme_reverse(T...);
template <typename... T> size_t __enzyme_augmentsize(T...);
struct aug {
  void *tape;
  double v;
};
double f(const double *x, int n, double s) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += s * x[i] * x[i];
  return r * r;
}
int main() {
  std::vector<double> x{1, 2, 3}, dx(3);
  double s = .5, h = 1e-6;
  aug a = __enzyme_augmentfwd<aug>((void *)f, enzyme_dup, x.data(), dx.data(), enzyme_const, 3, enzyme_out, s);
  double ds =
      __enzyme_reverse<double>((void *)f, enzyme_dup, x.data(), dx.data(), enzyme_const, 3, enzyme_out, s, 1.0, a.tape);
  check_close("ds", ds, (f(x.data(), 3, s + h) - f(x.data(), 3, s - h)) / (2 * h), 1e-5);
  check_close("dx", dx[1], 2 * 7.0 * .5 * 2 * 2 * 2 * .5 * 1, 1);
  size_t n = __enzyme_augmentsize((void *)f, enzyme_dup, enzyme_const, enzyme_out);
  std::vector<char> mem(n);
  std::fill(dx.begin(), dx.end(), 0);
  double v = __enzyme_augmentfwd<double>((void *)f, enzyme_allocated, n, enzyme_tape, mem.data(), enzyme_dup, x.data(),
                                         dx.data(), enzyme_const, 3, enzyme_out, s);
  double d2 = __enzyme_reverse<double>((void *)f, enzyme_allocated, n, enzyme_tape, mem.data(), enzyme_dup, x.data(),
                                       dx.data(), enzyme_const, 3, enzyme_out, s, 1.0);
  check_close("v", v, a.v, 1e-14);
  check_close("d2", d2, ds, 1e-14);
  return 0;
}
