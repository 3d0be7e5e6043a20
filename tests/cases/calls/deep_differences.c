// run:
// flags: -lm
// Calls of one function that differ only in what lies behind pointers in a struct.
#include "check.h"
#include <string.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct buffer { void *data; long bytes; };
struct holder { struct buffer *buffer; };

static __attribute__((noinline)) void copy(struct holder *to, struct holder *from, int depth) {
  if (depth > 0) {
    copy(to, from, depth - 1);
    return;
  }
  memcpy(to->buffer->data, from->buffer->data, from->buffer->bytes);
}

static __attribute__((noinline)) void copy_indices(const long *order, long *kept, int depth) {
  if (depth > 0) {
    copy_indices(order, kept, depth - 1);
    return;
  }
  struct buffer a = {(void *)order, 3 * sizeof *order}, b = {kept, 3 * sizeof *kept};
  struct holder ha = {&a}, hb = {&b};
  copy(&hb, &ha, 2);
}

static __attribute__((noinline)) void copy_numbers(const double *x, double *y, int depth) {
  if (depth > 0) {
    copy_numbers(x, y, depth - 1);
    return;
  }
  struct buffer c = {(void *)x, 3 * sizeof *x}, d = {y, 3 * sizeof *y};
  struct holder hc = {&c}, hd = {&d};
  copy(&hd, &hc, 2);
}

static double f(const double *x) {
  long order[3] = {2, 0, 1}, kept[3];
  double y[3];
  copy_indices(order, kept, 2);
  copy_numbers(x, y, 2);
  return y[kept[0]] * y[kept[1]] * y[kept[1]] + y[kept[2]] * 5;
}

int main(void) {
  double x[3] = {2, 3, 4}, dx[3] = {0, 0, 0}, t[3] = {0.5, 0.25, -1};
  __enzyme_autodiff((void *)f, x, dx);
  check_close("x[0]", dx[0], 16, 1e-12);
  check_close("x[1]", dx[1], 5, 1e-12);
  check_close("x[2]", dx[2], 4, 1e-12);
  check_close("tangent", __enzyme_fwddiff((void *)f, x, t), 16 * 0.5 + 5 * 0.25 - 4, 1e-12);
  return 0;
}
