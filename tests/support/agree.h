/* agree.h: the main function of a C++ test whose file defines `double f(const double *x, int n)` and
 * `const double expected[]`, the gradient of f at x[i] = 0.7 + 0.35 i - 0.04 i i. Reverse mode, forward mode, central
 * differences and the expected values must agree, and derivatives must leave the value of f as it is. */
#ifndef ZYMASE_TEST_AGREE_H
#define ZYMASE_TEST_AGREE_H

#include "check.h"

extern int enzyme_dup, enzyme_const;
template <class R, class... Arguments> R __enzyme_autodiff(void *, Arguments...);
template <class R, class... Arguments> R __enzyme_fwddiff(void *, Arguments...);

int main() {
  constexpr int count = sizeof expected / sizeof expected[0];
  double x[count], gradient[count] = {};
  for (int i = 0; i < count; ++i)
    x[i] = 0.7 + 0.35 * i - 0.04 * i * i;
  const double value = f(x, count);
  __enzyme_autodiff<double>((void *)f, enzyme_dup, x, gradient, enzyme_const, count);
  for (int i = 0; i < count; ++i) {
    double direction[count] = {};
    direction[i] = 1;
    const double forward = __enzyme_fwddiff<double>((void *)f, enzyme_dup, x, direction, enzyme_const, count);
    const double here = x[i], step = 1e-6;
    x[i] = here + step;
    const double above = f(x, count);
    x[i] = here - step;
    const double below = f(x, count);
    x[i] = here;
    check_close("reverse against forward", gradient[i], forward, 1e-9);
    check_close("forward against differences", forward, (above - below) / (2 * step), 2e-5);
    check_close("reverse against expected", gradient[i], expected[i], 1e-8);
  }
  check_close("value", f(x, count), value, 1e-12);
  return 0;
}

#endif
