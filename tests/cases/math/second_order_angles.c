// Circular and hyperbolic functions and their inverses:
// second derivatives in all mixtures of modes at zeros of residuals, factors and tangents.
// run:
#include "second_order.h"
#define PI 3.14159265358979323846
#define EULER 0.57721566490153286061

static double x0, f0;
#define FUNCTION(NAME, F)                                                                                              \
  static double NAME(double x) { return F; }                                                                           \
  static double of_##NAME(double t) {                                                                                  \
    double near = NAME(x0 + t), residual = near - f0;                                                                  \
    return residual * residual + 3 * t * near + 7 * NAME(x0 + t * t) + 11 * near;                                      \
  }                                                                                                                    \
  ORDERS(of_##NAME)
#define CHECK(NAME, AT, FIRST, SECOND)                                                                                 \
  do {                                                                                                                 \
    double x = x0 = AT;                                                                                                \
    f0 = NAME(x);                                                                                                      \
    double d = FIRST, dd = SECOND;                                                                                     \
    CHECK_ORDERS(of_##NAME, 3 * f0 + 11 * d, 2 * d * d + 20 * d + 11 * dd);                                            \
  } while (0)

FUNCTION(sin_, sin(x))
FUNCTION(cos_, cos(x))
FUNCTION(tan_, tan(x))
FUNCTION(asin_, asin(x))
FUNCTION(acos_, acos(x))
FUNCTION(atan_, atan(x))
FUNCTION(sinh_, sinh(x))
FUNCTION(cosh_, cosh(x))
FUNCTION(tanh_, tanh(x))
FUNCTION(asinh_, asinh(x))
FUNCTION(acosh_, acosh(x))
FUNCTION(atanh_, atanh(x))

int main(void) {
  CHECK(sin_, 0.0, cos(x), -sin(x));
  CHECK(sin_, 0.7, cos(x), -sin(x));
  CHECK(cos_, 0.0, -sin(x), -cos(x));
  CHECK(cos_, 0.7, -sin(x), -cos(x));
  CHECK(tan_, 0.0, 1 + tan(x) * tan(x), 2 * tan(x) * (1 + tan(x) * tan(x)));
  CHECK(tan_, 0.7, 1 + tan(x) * tan(x), 2 * tan(x) * (1 + tan(x) * tan(x)));
  CHECK(asin_, 0.0, 1 / sqrt(1 - x * x), x / ((1 - x * x) * sqrt(1 - x * x)));
  CHECK(asin_, 0.6, 1 / sqrt(1 - x * x), x / ((1 - x * x) * sqrt(1 - x * x)));
  CHECK(acos_, 0.0, -1 / sqrt(1 - x * x), -x / ((1 - x * x) * sqrt(1 - x * x)));
  CHECK(acos_, -0.6, -1 / sqrt(1 - x * x), -x / ((1 - x * x) * sqrt(1 - x * x)));
  CHECK(atan_, 0.0, 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)));
  CHECK(atan_, 1.0, 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)));
  CHECK(sinh_, 0.0, cosh(x), sinh(x));
  CHECK(sinh_, 0.7, cosh(x), sinh(x));
  CHECK(cosh_, 0.0, sinh(x), cosh(x));
  CHECK(cosh_, 0.7, sinh(x), cosh(x));
  CHECK(tanh_, 0.0, 1 - tanh(x) * tanh(x), -2 * tanh(x) * (1 - tanh(x) * tanh(x)));
  CHECK(tanh_, 0.7, 1 - tanh(x) * tanh(x), -2 * tanh(x) * (1 - tanh(x) * tanh(x)));
  CHECK(asinh_, 0.0, 1 / sqrt(1 + x * x), -x / ((1 + x * x) * sqrt(1 + x * x)));
  CHECK(asinh_, 0.75, 1 / sqrt(1 + x * x), -x / ((1 + x * x) * sqrt(1 + x * x)));
  CHECK(acosh_, 1.25, 1 / sqrt(x * x - 1), -x / ((x * x - 1) * sqrt(x * x - 1)));
  CHECK(acosh_, 3.0, 1 / sqrt(x * x - 1), -x / ((x * x - 1) * sqrt(x * x - 1)));
  CHECK(atanh_, 0.0, 1 / (1 - x * x), 2 * x / ((1 - x * x) * (1 - x * x)));
  CHECK(atanh_, 0.5, 1 / (1 - x * x), 2 * x / ((1 - x * x) * (1 - x * x)));
  return 0;
}
