// Serial loops whose derivatives are asked to run on several threads: the same derivatives as without that.
// flags: -fopenmp
// run:
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zymase/autodiff.h>

enum { N = 3000, SIDE = 50 };

static double factors[512];

// Every function twice: with the mark, and without.
#define BOTH(type, name, ...)                                                                                          \
  static type name##_marked __VA_ARGS__
#define MARK zymase_parallel();
#include "independent.h"
#undef MARK
#undef BOTH
#define BOTH(type, name, ...) static type name##_plain __VA_ARGS__
#define MARK
#include "independent.h"

static double x[N], y[N], v[N], dx[N], dy[N], dv[N], other[N];
static int at[N];

static void reset(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = 0.3 + 0.5 * sin(i * 0.7);
    at[i] = (i * 37) % N;
    y[i] = v[i] = dx[i] = dy[i] = dv[i] = 0;
  }
}

static void compare(const char *name) {
  for (int i = 0; i < N; ++i)
    check_close(name, dx[i], other[i], 1e-12);
}

// Both gradients, and the forward derivative along one direction against them.
#define GRADIENTS(name, ...)                                                                                           \
  reset();                                                                                                             \
  __enzyme_autodiff((void *)name##_plain, __VA_ARGS__);                                                                \
  memcpy(other, dx, sizeof dx);                                                                                        \
  reset();                                                                                                             \
  __enzyme_autodiff((void *)name##_marked, __VA_ARGS__);                                                               \
  compare(#name);                                                                                                      \
  reset();                                                                                                             \
  for (int i = 0; i < N; ++i)                                                                                          \
    dx[i] = cos(i);                                                                                                    \
  {                                                                                                                    \
    double along = __enzyme_fwddiff((void *)name##_marked, __VA_ARGS__), want = 0;                                     \
    for (int i = 0; i < N; ++i)                                                                                        \
      want += cos(i) * other[i];                                                                                       \
    check_close(#name " forward", along, want, 1e-10);                                                                 \
  }

// The same along that direction by differences.
#define DIFFERENCE(name, call)                                                                                         \
  {                                                                                                                    \
    double ends[2], want = 0, h = 1e-6;                                                                                \
    for (int side = 0; side < 2; ++side) {                                                                             \
      reset();                                                                                                         \
      for (int i = 0; i < N; ++i)                                                                                      \
        x[i] += (side ? h : -h) * cos(i);                                                                              \
      ends[side] = call;                                                                                               \
    }                                                                                                                  \
    for (int i = 0; i < N; ++i)                                                                                        \
      want += cos(i) * other[i];                                                                                       \
    check_close(#name " difference", (ends[1] - ends[0]) / (2 * h), want, 1e-5);                                       \
  }

// y begins before x, and both share most of their memory: one thread, and the derivative of what the program does.
static void overlapping(void) {
  static double memory[N + 1], shadow[2][N + 1];
  for (int marked = 0; marked < 2; ++marked) {
    for (int i = 0; i <= N; ++i)
      memory[i] = 0.5 + 0.0001 * i;
    double *d = shadow[marked];
    if (marked)
      __enzyme_autodiff((void *)field_marked, enzyme_dup, memory + 1, d + 1, enzyme_dup, memory, d, enzyme_const, N);
    else
      __enzyme_autodiff((void *)field_plain, enzyme_dup, memory + 1, d + 1, enzyme_dup, memory, d, enzyme_const, N);
  }
  for (int i = 0; i <= N; ++i)
    check_close("overlapping", shadow[1][i], shadow[0][i], 1e-12);
}

static void loss_gradient(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)loss_marked, enzyme_dup, x, dx, enzyme_const, n);
}

// A product of the Hessian with a vector, against differences of gradients.
static void second_order(void) {
  static double direction[N], product[N], gradients[2][N];
  reset();
  for (int i = 0; i < N; ++i)
    direction[i] = cos(i);
  __enzyme_fwddiff((void *)loss_gradient, enzyme_dup, x, direction, enzyme_dup, dx, product, enzyme_const, N);
  double h = 1e-6;
  for (int side = 0; side < 2; ++side) {
    reset();
    for (int i = 0; i < N; ++i)
      x[i] += (side ? h : -h) * direction[i];
    loss_gradient(x, gradients[side], N);
  }
  for (int i = 0; i < N; ++i)
    check_close("second order", product[i], (gradients[1][i] - gradients[0][i]) / (2 * h), 1e-5);
}

int main(void) {
  for (int i = 0; i < 512; ++i)
    factors[i] = cos(i);
  GRADIENTS(loss, enzyme_dup, x, dx, enzyme_const, N)
  DIFFERENCE(loss, loss_plain(x, N))
  GRADIENTS(field, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, N)
  DIFFERENCE(field, field_plain(x, y, N))
  GRADIENTS(gather, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, at, enzyme_const, N)
  DIFFERENCE(gather, gather_plain(x, y, at, N))
  GRADIENTS(rows, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, SIDE)
  DIFFERENCE(rows, rows_plain(x, y, SIDE))
  GRADIENTS(steps, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, v, dv, enzyme_const, N, enzyme_const, 7)
  DIFFERENCE(steps, steps_plain(x, y, v, N, 7))
  GRADIENTS(small, enzyme_dup, x, dx, enzyme_const, N)
  DIFFERENCE(small, small_plain(x, N))
  GRADIENTS(constants, enzyme_dup, x, dx, enzyme_const, N)
  DIFFERENCE(constants, constants_plain(x, N))
  GRADIENTS(backwards, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, N)
  DIFFERENCE(backwards, backwards_plain(x, y, N))
  overlapping();
  second_order();
  return 0;
}
