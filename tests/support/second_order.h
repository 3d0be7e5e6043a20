/* second_order.h: second derivatives of one function at one point, in all mixtures of modes, where adjoints,
 * tangents and factors are exactly 0.
 *
 *   F(t) = (f(x + t) - f(x))^2 + 3 t f(x + t) + 7 f(x + t^2) + 11 f(x + t)
 *
 * at t = 0 has a residual, a factor and a tangent that vanish. Its derivatives are 3 f + 11 f' and
 * 2 f'^2 + 20 f' + 11 f''.
 */
#ifndef ZYMASE_TEST_SECOND_ORDER_H
#define ZYMASE_TEST_SECOND_ORDER_H

#include "check.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

/* Derivatives of NAME(double) of order one and two. */
#define ORDERS(NAME)                                                                                                   \
  static double NAME##_r(double t) { return __enzyme_autodiff((void *)NAME, t); }                                      \
  static double NAME##_f(double t) { return __enzyme_fwddiff((void *)NAME, t, 1.0); }                                  \
  static double NAME##_rr(double t) { return __enzyme_autodiff((void *)NAME##_r, t); }                                 \
  static double NAME##_fr(double t) { return __enzyme_fwddiff((void *)NAME##_r, t, 1.0); }                             \
  static double NAME##_rf(double t) { return __enzyme_autodiff((void *)NAME##_f, t); }                                 \
  static double NAME##_ff(double t) { return __enzyme_fwddiff((void *)NAME##_f, t, 1.0); }

/* Compares the second derivative in all mixtures with what is expected, and with differences of first derivatives. */
#define CHECK_ORDERS(NAME, FIRST, SECOND)                                                                              \
  do {                                                                                                                 \
    const double first = FIRST, second = SECOND, h = 1e-4;                                                             \
    check_close(#NAME " reverse", NAME##_r(0.0), first, 1e-9);                                                         \
    check_close(#NAME " forward", NAME##_f(0.0), first, 1e-9);                                                         \
    check_close(#NAME " reverse over reverse", NAME##_rr(0.0), second, 1e-9);                                          \
    check_close(#NAME " forward over reverse", NAME##_fr(0.0), second, 1e-9);                                          \
    check_close(#NAME " reverse over forward", NAME##_rf(0.0), second, 1e-9);                                          \
    check_close(#NAME " forward over forward", NAME##_ff(0.0), second, 1e-9);                                          \
    const double wide = (NAME##_r(2 * h) - NAME##_r(-2 * h)) / (4 * h);                                                \
    const double narrow = (NAME##_r(h) - NAME##_r(-h)) / (2 * h);                                                      \
    check_close(#NAME " differences", (4 * narrow - wide) / 3, second, 1e-5);                                          \
  } while (0)

#endif
