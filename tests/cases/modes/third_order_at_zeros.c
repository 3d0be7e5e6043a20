// Third derivatives in all eight mixtures of modes, where residuals, factors and tangents are exactly 0.
// run:
#include "second_order.h"

// F(t) = (f(1 + t) - f(1))^2 + 3 t f(1 + t) + 7 f(1 + t^2): F'''(0) = 6 f' f'' + 9 f''
#define FUNCTION(NAME, F)                                                                                              \
  static double NAME(double x) { return F; }                                                                           \
  static double of_##NAME(double t) {                                                                                  \
    double near = NAME(1 + t), residual = near - NAME(1);                                                              \
    return residual * residual + 3 * t * near + 7 * NAME(1 + t * t);                                                   \
  }                                                                                                                    \
  ORDERS(of_##NAME)

#define CHECK_ONE(NAME, BELOW, WANT)                                                                                   \
  check_close(#NAME " reverse over " #BELOW, __enzyme_autodiff((void *)of_##NAME##_##BELOW, 0.0), WANT, 1e-9);         \
  check_close(#NAME " forward over " #BELOW, __enzyme_fwddiff((void *)of_##NAME##_##BELOW, 0.0, 1.0), WANT, 1e-9)

#define CHECK(NAME, FIRST, SECOND)                                                                                     \
  do {                                                                                                                 \
    double d = FIRST, dd = SECOND, third = 6 * d * dd + 9 * dd, h = 1e-3;                                              \
    CHECK_ONE(NAME, rr, third);                                                                                        \
    CHECK_ONE(NAME, fr, third);                                                                                        \
    CHECK_ONE(NAME, rf, third);                                                                                        \
    CHECK_ONE(NAME, ff, third);                                                                                        \
    double wide = (of_##NAME##_rr(2 * h) - of_##NAME##_rr(-2 * h)) / (4 * h);                                          \
    double narrow = (of_##NAME##_rr(h) - of_##NAME##_rr(-h)) / (2 * h);                                                \
    check_close(#NAME " differences", (4 * narrow - wide) / 3, third, 1e-5);                                           \
  } while (0)

FUNCTION(log_, log(x))
FUNCTION(root_, sqrt(x))
FUNCTION(angle_, asin(x / 2))
FUNCTION(power_, pow(x, 2.5))
FUNCTION(length_, hypot(x, 1))

int main(void) {
  CHECK(log_, 1.0, -1.0);
  CHECK(root_, 0.5, -0.25);
  CHECK(angle_, 1 / sqrt(3), 1 / (3 * sqrt(3)));
  CHECK(power_, 2.5, 3.75);
  CHECK(length_, 1 / sqrt(2), 1 / (2 * sqrt(2)));
  return 0;
}
