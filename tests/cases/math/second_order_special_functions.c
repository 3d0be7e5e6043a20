// Error functions, gamma functions, Bessel functions, and functions that pick:
// second derivatives in all mixtures of modes at zeros of residuals, factors and tangents.
// run:
#include "second_order_one.h"
#define PI 3.14159265358979323846
#define EULER 0.57721566490153286061

FUNCTION(erf_, erf(x))
FUNCTION(erfc_, erfc(x))
FUNCTION(tgamma_, tgamma(x))
FUNCTION(lgamma_, lgamma(x))
FUNCTION(j0_, j0(x))
FUNCTION(j1_, j1(x))
FUNCTION(j2_, jn(2, x))
FUNCTION(y0_, y0(x))
FUNCTION(y1_, y1(x))
FUNCTION(y2_, yn(2, x))
FUNCTION(fabs_, fabs(x))
FUNCTION(fabs_with_cube_, fabs(x) * x * x * x)
FUNCTION(copysign_, copysign(x, -1.0))
FUNCTION(fmod_, fmod(x, 0.75))
FUNCTION(remainder_, remainder(x, 0.75))
FUNCTION(ldexp_, ldexp(x, 3))
FUNCTION(scalbn_, scalbn(x, -2))
FUNCTION(fmax_, fmax(x, 0.25))
FUNCTION(fmin_, fmin(x, 0.25))
FUNCTION(fdim_, fdim(x, 0.25))
FUNCTION(fma_, fma(x, x, x))
FUNCTION(rounded_, x * rint(x))

int main(void) {
  CHECK(erf_, 0.0, 2 / sqrt(PI) * exp(-x * x), -4 * x / sqrt(PI) * exp(-x * x));
  CHECK(erf_, 0.6, 2 / sqrt(PI) * exp(-x * x), -4 * x / sqrt(PI) * exp(-x * x));
  CHECK(erfc_, 0.0, -2 / sqrt(PI) * exp(-x * x), 4 * x / sqrt(PI) * exp(-x * x));
  CHECK(erfc_, 0.6, -2 / sqrt(PI) * exp(-x * x), 4 * x / sqrt(PI) * exp(-x * x));
  CHECK(tgamma_, 1.0, x == 1 ? -EULER : 1 - EULER, PI * PI / 6 + (x == 1 ? EULER * EULER : EULER * EULER - 2 * EULER));
  CHECK(tgamma_, 2.0, x == 1 ? -EULER : 1 - EULER, PI * PI / 6 + (x == 1 ? EULER * EULER : EULER * EULER - 2 * EULER));
  CHECK(lgamma_, 1.0, x == 1 ? -EULER : 1 - EULER, PI * PI / 6 - (x == 1 ? 0 : 1));
  CHECK(lgamma_, 2.0, x == 1 ? -EULER : 1 - EULER, PI * PI / 6 - (x == 1 ? 0 : 1));
  CHECK(j0_, 0.0, -j1(x), -(j0(x) - jn(2, x)) / 2);
  CHECK(j0_, 1.4, -j1(x), -(j0(x) - jn(2, x)) / 2);
  CHECK(j1_, 0.0, (j0(x) - jn(2, x)) / 2, (jn(3, x) - 3 * j1(x)) / 4);
  CHECK(j1_, 1.4, (j0(x) - jn(2, x)) / 2, (jn(3, x) - 3 * j1(x)) / 4);
  CHECK(j2_, 0.0, (j1(x) - jn(3, x)) / 2, (j0(x) - 2 * jn(2, x) + jn(4, x)) / 4);
  CHECK(j2_, 1.4, (j1(x) - jn(3, x)) / 2, (j0(x) - 2 * jn(2, x) + jn(4, x)) / 4);
  CHECK(y0_, 1.4, -y1(x), -(y0(x) - yn(2, x)) / 2);
  CHECK(y0_, 2.0, -y1(x), -(y0(x) - yn(2, x)) / 2);
  CHECK(y1_, 1.4, (y0(x) - yn(2, x)) / 2, (yn(3, x) - 3 * y1(x)) / 4);
  CHECK(y1_, 2.0, (y0(x) - yn(2, x)) / 2, (yn(3, x) - 3 * y1(x)) / 4);
  CHECK(y2_, 1.4, (y1(x) - yn(3, x)) / 2, (y0(x) - 2 * yn(2, x) + yn(4, x)) / 4);
  CHECK(y2_, 2.0, (y1(x) - yn(3, x)) / 2, (y0(x) - 2 * yn(2, x) + yn(4, x)) / 4);
  CHECK(fabs_, -1.0, x < 0 ? -1.0 : 1.0, 0.0);
  CHECK(fabs_, 0.5, x < 0 ? -1.0 : 1.0, 0.0);
  CHECK(fabs_with_cube_, 0.0, 4 * x * x * fabs(x), 12 * x * fabs(x));
  CHECK(fabs_with_cube_, -1.0, 4 * x * x * fabs(x), 12 * x * fabs(x));
  CHECK(copysign_, -1.0, x < 0 ? 1.0 : -1.0, 0.0);
  CHECK(copysign_, 0.5, x < 0 ? 1.0 : -1.0, 0.0);
  CHECK(fmod_, 1.0, 1.0, 0.0);
  CHECK(fmod_, -1.0, 1.0, 0.0);
  CHECK(remainder_, 1.0, 1.0, 0.0);
  CHECK(remainder_, -1.0, 1.0, 0.0);
  CHECK(ldexp_, 0.0, 8.0, 0.0);
  CHECK(ldexp_, 1.0, 8.0, 0.0);
  CHECK(scalbn_, 0.0, 0.25, 0.0);
  CHECK(scalbn_, 1.0, 0.25, 0.0);
  CHECK(fmax_, 1.0, x > 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fmax_, 0.0, x > 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fmin_, 1.0, x < 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fmin_, 0.0, x < 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fdim_, 1.0, x > 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fdim_, 0.0, x > 0.25 ? 1.0 : 0.0, 0.0);
  CHECK(fma_, 0.0, 2 * x + 1, 2.0);
  CHECK(fma_, 1.0, 2 * x + 1, 2.0);
  CHECK(rounded_, 0.25, rint(x), 0.0);
  CHECK(rounded_, 1.0, rint(x), 0.0);
  return 0;
}
