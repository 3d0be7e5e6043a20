// run:
// Rules with several directions at once, and in split mode.
#include "check.h"
#include <zymase/autodiff.h>

struct kept {
  double tape, value;
};
static double square(double x) { return x * x; }
static struct kept augmented_square(double x) {
  struct kept r = {x, x * x};
  return r;
}
static double reverse_square(double x, double seed, double tape) {
  (void)x;
  return 20 * tape * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};
struct both {
  double value, tangent;
};
static struct both forward_square(double x, double dx) {
  struct both r = {x * x, 30 * x * dx};
  return r;
}
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)forward_square};

static void scale(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 3;
}
static void augmented_scale(double *x, double *dx, int n) {
  (void)dx;
  scale(x, n);
}
static void reverse_scale(double *x, double *dx, int n) {
  (void)x;
  for (int i = 0; i < n; ++i)
    dx[i] *= 300;
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)augmented_scale, (void *)reverse_scale};

static double f(double x) { return square(x) * x; }
static double g(double *x, int n) {
  double y[2] = {x[0], x[1]};
  scale(y, n);
  return square(y[0]) + y[1];
}

struct two {
  double a, b;
};
struct two __enzyme_fwddiff_two(void *, ...);
void *__enzyme_augmentfwd_x(void *, ...);
double __enzyme_reverse_x(void *, ...);

int main(void) {
  struct two t = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, 2.0, 1.0, 10.0);
  check_close("lane 0", t.a, 4 + 2 * 60, 1e-13);
  check_close("lane 1", t.b, 10 * (4 + 2 * 60), 1e-13);
  struct aug {
    void *tape;
    double value;
  };
  struct aug __enzyme_augmentfwd_f(void *, ...);
  double __enzyme_reverse_f(void *, ...);
  struct aug a = __enzyme_augmentfwd_f((void *)f, 2.0);
  check_close("value", a.value, 8, 1e-13);
  check_close("split", __enzyme_reverse_f((void *)f, 2.0, 1.0, a.tape), 4 + 2 * 40, 1e-13);
  a = __enzyme_augmentfwd_f((void *)square, 2.0);
  check_close("the target itself, split", __enzyme_reverse_f((void *)square, 2.0, 3.0, a.tape), 120, 1e-13);
  double x[2] = {2, 5}, dx[2] = {0, 0};
  __enzyme_autodiff((void *)g, x, dx, 2);
  check_close("memory 0", dx[0], 20 * 6 * 300, 1e-13);
  check_close("memory 1", dx[1], 300, 1e-13);
  double d0[2] = {0, 0}, d1[2] = {0, 0};
  __enzyme_autodiff((void *)g, enzyme_width, 2, x, d0, d1, 2);
  check_close("lanes of memory 0", d0[0], 20 * 18 * 300, 1e-13);
  check_close("lanes of memory 1", d1[1], 300, 1e-13);
  return 0;
}
