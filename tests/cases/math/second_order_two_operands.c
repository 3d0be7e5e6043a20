// Functions of two operands: second derivatives in all mixtures of modes along three directions, at zeros of residuals,
// factors, tangents and operands.
// run:
#include "second_order.h"

static double at_x, at_y, u, v, f0;
#define FUNCTION(NAME, F)                                                                                              \
  static double NAME(double x, double y) { return F; }                                                                 \
  static double of_##NAME(double t) {                                                                                  \
    double near = NAME(at_x + u * t, at_y + v * t), residual = near - f0;                                              \
    return residual * residual + 3 * t * near + 7 * NAME(at_x + u * t * t, at_y + v * t * t) + 11 * near;              \
  }                                                                                                                    \
  ORDERS(of_##NAME)
#define ALONG(NAME, U, V)                                                                                              \
  do {                                                                                                                 \
    u = U, v = V;                                                                                                      \
    double d = u * dx + v * dy, dd = u * u * dxx + 2 * u * v * dxy + v * v * dyy;                                      \
    CHECK_ORDERS(of_##NAME, 3 * f0 + 11 * d, 2 * d * d + 20 * d + 11 * dd);                                            \
  } while (0)
#define CHECK(NAME, X, Y, DX, DY, DXX, DXY, DYY)                                                                       \
  do {                                                                                                                 \
    double x = at_x = X, y = at_y = Y;                                                                                 \
    f0 = NAME(x, y);                                                                                                   \
    double dx = DX, dy = DY, dxx = DXX, dxy = DXY, dyy = DYY;                                                          \
    ALONG(NAME, 1, 0);                                                                                                 \
    ALONG(NAME, 0, 1);                                                                                                 \
    ALONG(NAME, 1, 1);                                                                                                 \
  } while (0)

FUNCTION(product_, x * y)
FUNCTION(quotient_, x / y)
FUNCTION(pow_, pow(x, y))
FUNCTION(hypot_, hypot(x, y))
FUNCTION(atan2_, atan2(x, y))
FUNCTION(root_over_, x * sqrt(y) / y)
FUNCTION(length_, sqrt(x * x + y * y))

int main(void) {
  CHECK(product_, 0.0, 0.0, y, x, 0.0, 1.0, 0.0);
  CHECK(product_, 1.0, 1.0, y, x, 0.0, 1.0, 0.0);
  CHECK(product_, 0.0, 2.0, y, x, 0.0, 1.0, 0.0);
  CHECK(quotient_, 0.0, 1.0, 1 / y, -x / (y * y), 0.0, -1 / (y * y), 2 * x / (y * y * y));
  CHECK(quotient_, 1.0, 1.0, 1 / y, -x / (y * y), 0.0, -1 / (y * y), 2 * x / (y * y * y));
  CHECK(quotient_, -2.0, 4.0, 1 / y, -x / (y * y), 0.0, -1 / (y * y), 2 * x / (y * y * y));
  CHECK(pow_, 2.0, 0.0, y * pow(x, y - 1), pow(x, y) * log(x), y * (y - 1) * pow(x, y - 2), pow(x, y - 1) * (1 + y * log(x)), pow(x, y) * log(x) * log(x));
  CHECK(pow_, 1.0, 0.0, y * pow(x, y - 1), pow(x, y) * log(x), y * (y - 1) * pow(x, y - 2), pow(x, y - 1) * (1 + y * log(x)), pow(x, y) * log(x) * log(x));
  CHECK(pow_, 1.0, 1.0, y * pow(x, y - 1), pow(x, y) * log(x), y * (y - 1) * pow(x, y - 2), pow(x, y - 1) * (1 + y * log(x)), pow(x, y) * log(x) * log(x));
  CHECK(pow_, 1.5, 2.0, y * pow(x, y - 1), pow(x, y) * log(x), y * (y - 1) * pow(x, y - 2), pow(x, y - 1) * (1 + y * log(x)), pow(x, y) * log(x) * log(x));
  CHECK(hypot_, 0.0, 2.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  CHECK(hypot_, 3.0, 0.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  CHECK(hypot_, 1.0, 1.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  CHECK(atan2_, 0.0, 1.0, y / (x * x + y * y), -x / (x * x + y * y), -2 * x * y / pow(x * x + y * y, 2), (x * x - y * y) / pow(x * x + y * y, 2), 2 * x * y / pow(x * x + y * y, 2));
  CHECK(atan2_, 1.0, 0.0, y / (x * x + y * y), -x / (x * x + y * y), -2 * x * y / pow(x * x + y * y, 2), (x * x - y * y) / pow(x * x + y * y, 2), 2 * x * y / pow(x * x + y * y, 2));
  CHECK(atan2_, 1.0, 1.0, y / (x * x + y * y), -x / (x * x + y * y), -2 * x * y / pow(x * x + y * y, 2), (x * x - y * y) / pow(x * x + y * y, 2), 2 * x * y / pow(x * x + y * y, 2));
  CHECK(atan2_, -1.0, 1.0, y / (x * x + y * y), -x / (x * x + y * y), -2 * x * y / pow(x * x + y * y, 2), (x * x - y * y) / pow(x * x + y * y, 2), 2 * x * y / pow(x * x + y * y, 2));
  CHECK(root_over_, 0.0, 1.0, 1 / sqrt(y), -0.5 * x / (y * sqrt(y)), 0.0, -0.5 / (y * sqrt(y)), 0.75 * x / (y * y * sqrt(y)));
  CHECK(root_over_, 0.0, 2.25, 1 / sqrt(y), -0.5 * x / (y * sqrt(y)), 0.0, -0.5 / (y * sqrt(y)), 0.75 * x / (y * y * sqrt(y)));
  CHECK(root_over_, 1.0, 1.0, 1 / sqrt(y), -0.5 * x / (y * sqrt(y)), 0.0, -0.5 / (y * sqrt(y)), 0.75 * x / (y * y * sqrt(y)));
  CHECK(length_, 0.0, 2.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  CHECK(length_, 3.0, 0.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  CHECK(length_, 1.0, 1.0, x / hypot(x, y), y / hypot(x, y), y * y / pow(hypot(x, y), 3), -x * y / pow(hypot(x, y), 3), x * x / pow(hypot(x, y), 3));
  return 0;
}
