/* second_order_one.h: functions of one operand for second_order.h. FUNCTION(NAME, F) defines one of x, CHECK(NAME, AT, FIRST,
 * SECOND) compares its derivatives at a point with expressions of x. */
#ifndef ZYMASE_TEST_SECOND_ORDER_ONE_H
#define ZYMASE_TEST_SECOND_ORDER_ONE_H

#include "second_order.h"

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

#endif
