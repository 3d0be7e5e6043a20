// Circular and hyperbolic functions and their inverses:
// second derivatives in all mixtures of modes at zeros of residuals, factors and tangents.
// run:
#include "second_order_one.h"

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
