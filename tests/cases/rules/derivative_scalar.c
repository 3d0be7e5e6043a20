// run:
// Forward rules: value and tangent, the tangent alone, pointers, floats, nothing returned.
#include "check.h"
#include <zymase/autodiff.h>

struct both {
  double value, tangent;
};
static double square(double x) { return x * x; }
static struct both forward_square(double x, double dx) {
  struct both r = {x * x, 20 * x * dx};
  return r;
}
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)forward_square};

struct both_floats {
  float value, tangent;
};
static float cube(float x) { return x * x * x; }
static struct both_floats forward_cube(float x, float dx) {
  struct both_floats r = {x * x * x, 30 * x * x * dx};
  return r;
}
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)forward_cube};

static double twice(double x) { return 2 * x; }
static double forward_twice(double x, double dx) {
  (void)x;
  return 200 * dx;
}
void *__enzyme_register_derivative_twice[] = {(void *)twice, (void *)forward_twice};

static void fill(double *out, const double *in, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * in[i];
}
static void forward_fill(double *out, double *dout, const double *in, const double *din, int n, int dn) {
  (void)dn;
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] * in[i];
    dout[i] = 9 * in[i] * din[i];
  }
}
void *__enzyme_register_derivative_fill[] = {(void *)fill, (void *)forward_fill};

static double objective(double x) { return 3 * square(x) + cube((float)x) + twice(x); }
static double filled(double *x, int n) {
  double y[4];
  fill(y, x, n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  return sum;
}

float __enzyme_fwddiff_float(void *, ...);

int main(void) {
  check_close("inside", __enzyme_fwddiff((void *)objective, 2.0, 1.0), 3 * 40 + 120 + 200, 1e-6);
  check_close("the target itself", __enzyme_fwddiff((void *)square, 2.0, 0.5), 20, 1e-14);
  check_close("float", __enzyme_fwddiff_float((void *)cube, 2.0f, 1.0f), 120, 1e-6);
  double x[2] = {2, 3}, dx[2] = {1, 10};
  check_close("memory", __enzyme_fwddiff((void *)filled, x, dx, 2), 9 * (2 + 30), 1e-14);
  // No reverse rule: the body serves.
  check_close("reverse", __enzyme_autodiff((void *)square, 2.0), 4, 1e-14);
  return 0;
}
