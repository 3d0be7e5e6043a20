// run: the function to differentiate is a parameter of a function of this file.
#include "check.h"
#include <math.h>

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double square(double x) { return x * x; }
static double wave(double x) { return sin(3 * x); }

static double slope(double (*f)(double), double x) { return __enzyme_autodiff((void *)f, x); }
static double tangent(double (*f)(double), double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
static double through(double (*f)(double), double x) { return slope(f, x) + tangent(f, x); }

static double difference(double (*f)(double), double x) {
  const double step = 1e-5;
  return (f(x + step) - f(x - step)) / (2 * step);
}

int main(void) {
  check_close("square", slope(square, 1.5), 3, 1e-14);
  check_close("wave", slope(wave, 0.7), 3 * cos(2.1), 1e-14);
  check_close("forward", tangent(wave, 0.7), slope(wave, 0.7), 1e-14);
  check_close("difference", difference(wave, 0.7), tangent(wave, 0.7), 1e-8);
  check_close("both", through(square, 0.25), 1, 1e-14);
  return 0;
}
