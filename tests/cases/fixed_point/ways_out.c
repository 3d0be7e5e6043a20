// The same equation by loops that are left at the top, in the middle and at the end: the pass that finds out that the solution has
// settled is a part of a pass, or a whole one.
// check: double f(double a = 0.7, double b = 0.3, int how = 0)
// expect: a = 0.9379247076344196, b = 1.3349958689430117
// check: double f(double a = 0.7, double b = 0.3, int how = 1)
// expect: a = 0.14068870614516293, b = 0.99204662902051888
// check: double f(double a = 0.7, double b = 0.3, int how = 2)
// expect: a = -0.47328915106783587, b = 0.33922428679945904
#include <math.h>
#include <zymase/autodiff.h>

/* x = a cos x + b, left at the top: the test asks how far the last pass went. */
static double at_the_top(double a, double b) {
  double x = 0, change = 1;
  while (fabs(change) > 1e-13) {
    zymase_fixed_point(1e-13);
    change = a * cos(x) + b - x;
    x += change;
  }
  return x;
}

/* Left in the middle, or when there were too many passes; how many there were is returned too. */
static double in_the_middle(double a, double b, int *passes) {
  double x = 0;
  int k;
  for (k = 0; k < 1000; ++k) {
    zymase_fixed_point(1e-13);
    double next = a * cos(x) + b, change = fabs(next - x);
    x = next;
    if (change < 1e-13 * (1 + fabs(x)))
      break;
  }
  *passes = k;
  return x;
}

/* Left at the end; what is used behind is not the solution alone. */
static double at_the_end(double a, double b) {
  double x = 0, next = 0, slope;
  do {
    zymase_fixed_point(1e-13);
    x = next;
    slope = -a * sin(x);
    next = x - (x - a * cos(x) - b) / (1 - slope);
  } while (fabs(next - x) > 1e-13);
  return next + slope;
}

double f(double a, double b, int how) {
  int passes = 1;
  switch (how) {
  case 0:
    return 2 * at_the_top(a, b);
  case 1:
    return in_the_middle(a, b, &passes) * b + (passes > 900);
  default:
    return at_the_end(a, b);
  }
}
