// Widths within derivatives of derivatives: Hessians by several tangents of a gradient, gradients of a sum of tangents, and
// a width over a width.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
struct three { double a, b, c; };
struct two { double a, b; };
struct three __enzyme_fwddiff_three(void *, ...);
struct two __enzyme_fwddiff_two(void *, ...);

static double f(const double *x) {
  double p = 1, s = 0;
  for (int i = 0; i < 3; ++i) {
    p *= x[i] + 0.5;
    s += p * sin(x[i]);
  }
  return s;
}

static void gradient(const double *x, double *g) {
  for (int i = 0; i < 3; ++i)
    g[i] = 0;
  __enzyme_autodiff((void *)f, enzyme_dup, x, g);
}

static double sum_of_tangents(const double *x) {
  double e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  struct three t = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, enzyme_dup, x, e[0], e[1], e[2]);
  return t.a + 2 * t.b + 3 * t.c;
}

static double g(double x, double y) { return x * x * exp(y) + y * y * y * x; }
static double mixed(double x, double y) {
  struct two t = __enzyme_fwddiff_two((void *)g, enzyme_width, 2, enzyme_dup, x, 1.0, 0.0, enzyme_dup, y, 0.0, 1.0);
  return t.a + 10 * t.b;
}

static void gradient_rows(const double *x, double *rows) {
  for (int i = 0; i < 6; ++i)
    rows[i] = 0;
  __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, rows, rows + 3);
}

int main(void) {
  double x[3] = {0.4, -0.3, 0.9}, grad[3], hessian[3][3], e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  __enzyme_fwddiff((void *)gradient, enzyme_width, 3, enzyme_dup, x, e[0], e[1], e[2], enzyme_dup, grad, hessian[0],
                   hessian[1], hessian[2]);
  double weighted[3] = {0};
  __enzyme_autodiff((void *)sum_of_tangents, enzyme_dup, x, weighted);
  double both[2][3] = {{0}};
  __enzyme_autodiff((void *)sum_of_tangents, enzyme_width, 2, enzyme_dup, x, both[0], both[1]);
  double rows[6], drows[2][6];
  __enzyme_fwddiff((void *)gradient_rows, enzyme_width, 2, enzyme_dup, x, e[0], e[2], enzyme_dup, rows, drows[0], drows[1]);
  for (int i = 0; i < 3; ++i) {
    double above[3], below[3], h = 1e-5, kept = x[i];
    x[i] = kept + h;
    gradient(x, above);
    x[i] = kept - h;
    gradient(x, below);
    x[i] = kept;
    double want = 0;
    for (int k = 0; k < 3; ++k) {
      check_close("hessian", hessian[i][k], (above[k] - below[k]) / (2 * h), 1e-6);
      check_close("symmetric", hessian[i][k], hessian[k][i], 1e-11);
      want += (k + 1) * hessian[i][k];
    }
    check_close("reverse over three tangents", weighted[i], want, 1e-11);
    check_close("two lanes over three", both[0][i], want, 1e-11);
    check_close("two lanes over three", both[1][i], want, 1e-11);
    for (int k = 0; k < 2; ++k) {
      check_close("tangents of two gradients", drows[0][3 * k + i], hessian[0][i], 1e-11);
      check_close("tangents of two gradients", drows[1][3 * k + i], hessian[2][i], 1e-11);
    }
  }
  double a = 0.7, b = -0.2;
  struct two t = __enzyme_fwddiff_two((void *)mixed, enzyme_width, 2, enzyme_dup, a, 1.0, 0.0, enzyme_dup, b, 0.0, 1.0);
  double xx = 2 * exp(b), xy = 2 * a * exp(b) + 3 * b * b, yy = a * a * exp(b) + 6 * b * a;
  check_close("width over width", t.a, xx + 10 * xy, 1e-12);
  check_close("width over width", t.b, xy + 10 * yy, 1e-12);
  return 0;
}
