/* check.h: for file tests with a main of their own (`// run:`). The first check that fails says why and ends the
 * program with status 1. */
#ifndef ZYMASE_TEST_CHECK_H
#define ZYMASE_TEST_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Magnitudes below this are compared absolutely, as if they had this size. */
#define CHECK_SMALL 1e-3

/* got and want agree up to a relative tolerance; infinities must be equal, NaN agrees with NaN. */
__attribute__((unused)) static void check_close(const char *name, double got, double want, double tolerance) {
  double scale = fabs(want) > CHECK_SMALL ? fabs(want) : CHECK_SMALL;
  int same = got == want || (got != got && want != want);
  if (same || (isfinite(want) && fabs(got - want) <= tolerance * scale))
    return;
  printf("%s: got %.17g, want %.17g (tolerance %g)\n", name, got, want, tolerance);
  exit(1);
}

__attribute__((unused)) static void check_true(const char *name, int condition) {
  if (condition)
    return;
  printf("%s: does not hold\n", name);
  exit(1);
}

#endif
