// Roots, powers, exponentials and logarithms:
// second derivatives in all mixtures of modes at zeros of residuals, factors and tangents.
// run:
#include "second_order_one.h"

FUNCTION(sqrt_, sqrt(x))
FUNCTION(cbrt_, cbrt(x))
FUNCTION(inverse_, 1 / x)
FUNCTION(square_, x * x)
FUNCTION(power_2_, pow(x, 2.0))
FUNCTION(power_3_, pow(x, 3.0))
FUNCTION(power_half_, pow(x, 0.5))
FUNCTION(power_0_, pow(x, 0.0))
FUNCTION(power_of_2_, pow(2.0, x))
FUNCTION(powi_, __builtin_powi(x, 4))
FUNCTION(exp_, exp(x))
FUNCTION(exp2_, exp2(x))
FUNCTION(expm1_, expm1(x))
FUNCTION(log_, log(x))
FUNCTION(log2_, log2(x))
FUNCTION(log10_, log10(x))
FUNCTION(log1p_, log1p(x))

int main(void) {
  CHECK(sqrt_, 2.25, 0.5 / sqrt(x), -0.25 / (x * sqrt(x)));
  CHECK(sqrt_, 1.0, 0.5 / sqrt(x), -0.25 / (x * sqrt(x)));
  CHECK(cbrt_, 1.728, 1 / (3 * cbrt(x) * cbrt(x)), -2 / (9 * x * cbrt(x) * cbrt(x)));
  CHECK(cbrt_, -1.0, 1 / (3 * cbrt(x) * cbrt(x)), -2 / (9 * x * cbrt(x) * cbrt(x)));
  CHECK(inverse_, 2.0, -1 / (x * x), 2 / (x * x * x));
  CHECK(inverse_, -1.0, -1 / (x * x), 2 / (x * x * x));
  CHECK(square_, 0.0, 2 * x, 2.0);
  CHECK(square_, 1.0, 2 * x, 2.0);
  CHECK(power_2_, 0.0, 2 * x, 2.0);
  CHECK(power_2_, 1.5, 2 * x, 2.0);
  CHECK(power_3_, 0.0, 3 * x * x, 6 * x);
  CHECK(power_3_, -1.5, 3 * x * x, 6 * x);
  CHECK(power_half_, 1.0, 0.5 / sqrt(x), -0.25 / (x * sqrt(x)));
  CHECK(power_half_, 2.25, 0.5 / sqrt(x), -0.25 / (x * sqrt(x)));
  CHECK(power_0_, 0.0, 0.0, 0.0);
  CHECK(power_0_, 1.5, 0.0, 0.0);
  CHECK(power_of_2_, 0.0, log(2.0) * pow(2.0, x), log(2.0) * log(2.0) * pow(2.0, x));
  CHECK(power_of_2_, 1.0, log(2.0) * pow(2.0, x), log(2.0) * log(2.0) * pow(2.0, x));
  CHECK(powi_, 0.0, 4 * x * x * x, 12 * x * x);
  CHECK(powi_, -1.0, 4 * x * x * x, 12 * x * x);
  CHECK(exp_, 0.0, exp(x), exp(x));
  CHECK(exp_, 0.7, exp(x), exp(x));
  CHECK(exp2_, 0.0, log(2.0) * exp2(x), log(2.0) * log(2.0) * exp2(x));
  CHECK(exp2_, 1.0, log(2.0) * exp2(x), log(2.0) * log(2.0) * exp2(x));
  CHECK(expm1_, 0.0, exp(x), exp(x));
  CHECK(expm1_, -0.4, exp(x), exp(x));
  CHECK(log_, 1.0, 1 / x, -1 / (x * x));
  CHECK(log_, 2.5, 1 / x, -1 / (x * x));
  CHECK(log2_, 1.0, 1 / (x * log(2.0)), -1 / (x * x * log(2.0)));
  CHECK(log2_, 2.0, 1 / (x * log(2.0)), -1 / (x * x * log(2.0)));
  CHECK(log10_, 1.0, 1 / (x * log(10.0)), -1 / (x * x * log(10.0)));
  CHECK(log10_, 10.0, 1 / (x * log(10.0)), -1 / (x * x * log(10.0)));
  CHECK(log1p_, 0.0, 1 / (1 + x), -1 / ((1 + x) * (1 + x)));
  CHECK(log1p_, 1.5, 1 / (1 + x), -1 / ((1 + x) * (1 + x)));
  return 0;
}
