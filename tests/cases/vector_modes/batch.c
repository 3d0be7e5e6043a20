// __enzyme_batch: a function on several sets of arguments, each the same for all, given one by one, or read from a buffer.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"

extern int enzyme_width, enzyme_scalar, enzyme_vector, enzyme_buffer, enzyme_dup, enzyme_const;
struct two { double a, b; };
struct four { double a[4]; };
struct three_floats { float a[3]; };
struct large { double v[4]; };
struct two_large { struct large lane[2]; };
struct four __enzyme_batch_four(void *, ...);
struct two __enzyme_batch_two(void *, ...);
struct three_floats __enzyme_batch_floats(void *, ...);
struct two_large __enzyme_batch_large(void *, ...);
void __enzyme_batch_nothing(void *, ...);
void __enzyme_autodiff(void *, ...);

static double f(double x, double y, int n) { return x * y + n; }
static float g(float x) { return x * x; }
static double first(const double *p, int n) { return p[0] * n; }
static void fill(double *p, double value) { p[0] = value; }
static struct large powers(double x) { return (struct large){{1, x, x * x, x * x * x}}; }
static double sum(struct large l, double scale) { return scale * (l.v[0] + l.v[1] + l.v[2] + l.v[3]); }

static double squares(const double *x) {
  struct two r = __enzyme_batch_two((void *)f, enzyme_width, 2, enzyme_vector, x[0], x[1], enzyme_buffer, 8, x,
                                    enzyme_scalar, 3);
  return r.a * r.b;
}

int main(void) {
  struct four r = __enzyme_batch_four((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0, enzyme_scalar, 10.0,
                                      enzyme_vector, 5, 6, 7, 8);
  for (int k = 0; k < 4; ++k)
    check_close("four", r.a[k], 10 * (k + 1) + 5 + k, 0);
  double data[4] = {0.5, 1.5, 2.5, 3.5};
  struct two s = __enzyme_batch_two((void *)first, enzyme_width, 2, enzyme_buffer, 2 * sizeof(double), data, enzyme_scalar, 2);
  check_close("buffer of arrays", s.a, 1, 0);
  check_close("buffer of arrays", s.b, 5, 0);
  s = __enzyme_batch_two((void *)f, enzyme_width, 2, enzyme_buffer, sizeof(double), data + 1, enzyme_scalar, 2.0, enzyme_scalar, 1);
  check_close("buffer of numbers", s.a, 4, 0);
  check_close("buffer of numbers", s.b, 6, 0);
  struct three_floats t = __enzyme_batch_floats((void *)g, enzyme_width, 3, enzyme_vector, 1.0f, 2.0f, 3.0f);
  check_close("floats", t.a[2], 9, 0);
  __enzyme_batch_nothing((void *)fill, enzyme_width, 3, enzyme_buffer, sizeof(double), data, enzyme_vector, 7.0, 8.0, 9.0);
  check_close("no result", data[0] * 100 + data[1] * 10 + data[2], 789, 0);
  check_close("no result", data[3], 3.5, 0);
  struct two_large p = __enzyme_batch_large((void *)powers, enzyme_width, 2, enzyme_vector, 2.0, 3.0);
  check_close("through memory", p.lane[0].v[3] + p.lane[1].v[2], 17, 0);
  struct large l = {{1, 2, 3, 4}};
  s = __enzyme_batch_two((void *)sum, enzyme_width, 2, enzyme_scalar, l, enzyme_vector, 1.0, 10.0);
  check_close("struct on the stack", s.b, 100, 0);
  // A batch inside a function that is differentiated.
  double x[2] = {2, 5}, d[2] = {0};
  __enzyme_autodiff((void *)squares, enzyme_dup, x, d);
  check_close("derivative", d[0], 2 * 2 * (25 + 3), 1e-12);
  check_close("derivative", d[1], 2 * 5 * (4 + 3), 1e-12);
  return 0;
}
