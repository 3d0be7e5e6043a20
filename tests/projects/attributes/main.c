#include "other.h"
#include <math.h>
#include <stdio.h>
#include <zymase/autodiff.h>

static double f(double x) { return counted(x) * x + near(x); }

int main(void) {
  double x = 2, want = 4 + 1.0 / 3;
  double reverse = __enzyme_autodiff((void *)f, x);
  double forward = __enzyme_fwddiff((void *)f, x, 1.0);
  int good = fabs(reverse - want) < 1e-12 && fabs(forward - want) < 1e-12;
  puts(good ? "equal" : "not equal");
  return !good;
}
