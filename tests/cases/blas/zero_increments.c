// An increment of 0 names one element again and again: the last one that is copied stays.
// run:
// flags: -lblas -lm
#include "check.h"

enum { N = 3 };
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void dcopy_(const int *n, const double *x, const int *incx, double *y, const int *incy);
void dswap_(const int *n, double *x, const int *incx, double *y, const int *incy);
void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y, const int *incy);
void drot_(const int *n, double *x, const int *incx, double *y, const int *incy, const double *c, const double *s);
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);

static double copied(const double *v, int incx, int incy) {
  int n = N;
  double x[N] = {v[0], v[1] * v[1], v[2]}, y[N] = {v[3], v[4], v[5]};
  dcopy_(&n, x, &incx, y, &incy);
  return y[0] * y[0] + 3 * y[1] + 5 * y[2] * x[0];
}

static double swapped(const double *v, int incx, int incy) {
  int n = N;
  double x[N] = {v[0], v[1] * v[1], v[2]}, y[N] = {v[3], v[4], v[5]};
  dswap_(&n, x, &incx, y, &incy);
  return y[0] * y[0] + 3 * y[1] + 5 * y[2] * x[0] + 7 * x[1] * x[2];
}

static double added(const double *v, int incx, int incy) {
  int n = N;
  double x[N] = {v[0], v[1] * v[1], v[2]}, y[N] = {v[3], v[4], v[5]};
  daxpy_(&n, &v[4], x, &incx, y, &incy);
  return y[0] * y[0] + 3 * y[1] + 5 * y[2] * x[0] + ddot_(&n, x, &incx, y, &incy);
}

static double rotated(const double *v, int incx, int incy) {
  int n = N;
  double c = 0.8, s = 0.6;
  double x[N] = {v[0], v[1] * v[1], v[2]}, y[N] = {v[3], v[4], v[5]};
  drot_(&n, x, &incx, y, &incy, &c, &s);
  return y[0] * y[0] + 3 * y[1] + 5 * y[2] * x[0] + 7 * x[1] * x[2];
}

#define CHECK(f, incx, incy)                                                                                           \
  do {                                                                                                                 \
    double v[6] = {1.5, -0.5, 2, 0.75, -1.25, 3}, dv[6] = {0};                                                        \
    __enzyme_autodiff((void *)f, enzyme_dup, v, dv, enzyme_const, incx, enzyme_const, incy);                           \
    for (int i = 0; i < 6; ++i) {                                                                                      \
      double t[6] = {0}, up[6], down[6], h = 1e-6;                                                                     \
      t[i] = 1;                                                                                                        \
      for (int k = 0; k < 6; ++k) {                                                                                    \
        up[k] = v[k] + h * t[k];                                                                                       \
        down[k] = v[k] - h * t[k];                                                                                     \
      }                                                                                                                \
      double difference = (f(up, incx, incy) - f(down, incx, incy)) / (2 * h);                                         \
      check_close(#f ", reverse", dv[i], difference, 1e-7);                                                            \
      check_close(#f ", forward", __enzyme_fwddiff((void *)f, enzyme_dup, v, t, enzyme_const, incx, enzyme_const, incy), \
                  difference, 1e-7);                                                                                   \
    }                                                                                                                  \
  } while (0)

int main(void) {
  CHECK(copied, 1, 0);
  CHECK(copied, -1, 0);
  CHECK(copied, 0, 1);
  CHECK(copied, 0, 0);
  CHECK(swapped, 1, 0);
  CHECK(swapped, 0, 1);
  CHECK(swapped, -1, 0);
  CHECK(added, 1, 0);
  CHECK(added, 0, 1);
  CHECK(rotated, 1, 0);
  CHECK(rotated, 0, -1);
  return 0;
}
