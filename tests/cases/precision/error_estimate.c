// run:
// Errors to first order: what the errors of the inputs do, and what each operation adds by rounding.
#include "check.h"
#include <float.h>
#include <zymase/autodiff.h>

static double product(double x, double y) { return x * y; }
static double difference(double x, double y) { return x - y; }
static double chain(double x) { return sin(x * x); }
static double array(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}
static float single(float x) { return x * x; }
static double exact(double x) { return -fabs(x); }
float __enzyme_error_estimate_float(void *, ...);

int main(void) {
  double u = DBL_EPSILON / 2;
  check_close("product", __enzyme_error_estimate((void *)product, 3.0, 0.01, 4.0, 0.02), 0.04 + 0.06, 1e-12);
  // Errors do not cancel.
  check_close("difference", __enzyme_error_estimate((void *)difference, 3.0, 0.01, 4.0, 0.01), 0.02, 1e-12);
  check_close("negative error", __enzyme_error_estimate((void *)difference, 3.0, 0.01, 4.0, -0.01), 0.02, 1e-12);
  double x = 1.3;
  check_close("rounding alone", __enzyme_error_estimate((void *)product, 3.0, 0.0, 5.0, 0.0) / u, 15, 1e-12);
  check_close("chain", __enzyme_error_estimate((void *)chain, x, 0.0) / u,
              fabs(cos(x * x)) * x * x + fabs(sin(x * x)), 1e-12);
  double v[3] = {1, 2, 3}, dv[3] = {0.1, 0.1, 0.1};
  check_close("array", __enzyme_error_estimate((void *)array, v, dv, 3), 2 * 0.1 * 6, 1e-12);
  check_close("float", __enzyme_error_estimate_float((void *)single, 3.0f, 0.0f), 9 * FLT_EPSILON / 2, 1e-6);
  check_close("exact", __enzyme_error_estimate((void *)exact, x, 0.25), 0.25, 0);
  return 0;
}
