// run:
// Rules in C++: namespaces, references, members, templates, inline variables, overloads, lambdas.
#include "check.h"
#include <vector>
#include <zymase/autodiff.h>

namespace math {
double square(double x) { return x * x; }
double augmented(double x) { return x * x; }
double reverse(double x, double seed) { return 20 * x * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)reverse};
} // namespace math

namespace {
void add(double &to, const double &from) { to += from; }
void augmented_add(double &to, double &, const double &from, double &) { to += from; }
void reverse_add(double &, double &dto, const double &, double &dfrom) { dfrom += 4 * dto; }
} // namespace
void *__enzyme_register_gradient_add[] = {(void *)add, (void *)augmented_add, (void *)reverse_add};

template <typename T> T twice(T x) { return 2 * x; }
template <typename T> T augmented_twice(T x) { return 2 * x; }
template <typename T> T reverse_twice(T, T seed) { return 200 * seed; }
__attribute__((used)) inline void *__enzyme_register_gradient_twice_double[] = {
    (void *)twice<double>, (void *)augmented_twice<double>, (void *)reverse_twice<double>};


struct Dual {
  double value, tangent;
};
static Dual forward_square(double x, double dx) { return {x * x, 30 * x * dx}; }
void *__enzyme_register_derivative_square[] = {(void *)math::square, (void *)forward_square};

static double objective(double x) {
  double sum = math::square(x);
  add(sum, x);
  return sum + twice(x);
}

static double over_vector(const std::vector<double> &v) {
  double sum = 0;
  for (double x : v)
    sum += math::square(x);
  return sum;
}

int main() {
  check_close("reverse", __enzyme_autodiff<double>((void *)objective, 3.0), 60 + 4 + 200, 1e-13);
  check_close("forward", __enzyme_fwddiff<double>((void *)math::square, 3.0, 1.0), 90, 1e-13);
  std::vector<double> v = {1, 2}, dv = {0, 0};
  __enzyme_autodiff<void>((void *)over_vector, &v, &dv);
  check_close("vector 0", dv[0], 20, 1e-13);
  check_close("vector 1", dv[1], 40, 1e-13);
  return 0;
}
