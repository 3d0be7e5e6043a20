// Small structs and complex numbers in registers, in calls of every mode.
// run:
#include "check.h"
#include <complex.h>

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_interleave, enzyme_allocated, enzyme_tape;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_augmentfwd(void *, ...);
unsigned long __enzyme_augmentsize(void *, ...);

typedef struct { double x, y; } pair;
typedef struct { double x; int power; } mixed;
typedef struct { double *values; long count; } array;
typedef struct { float x, y, z; } triple;

pair __enzyme_autodiff_pair(void *, ...);
pair __enzyme_fwddiff_pair(void *, ...);
pair __enzyme_reverse_pair(void *, ...);
double complex __enzyme_fwddiff_complex(void *, ...);

static pair turned(pair p) { return (pair){p.y * p.x, p.x * p.x}; }
static double dot(pair a, pair b) { return a.x * b.x + a.y * b.y; }
static double square(mixed m) { return m.x * m.x * m.power; }
static double squares(array a) {
  double sum = 0;
  for (long i = 0; i < a.count; i++)
    sum += a.values[i] * a.values[i];
  return sum;
}
static double volume(triple t) { return t.x * t.y * t.z; }
static double volumes(pair p, double z) { return p.x * p.y * z; }
// Of so many arguments some do not fit into the registers of the derivative call.
static double many(array a, array b, pair c, array d) { return a.values[0] * b.values[0] * d.values[0] * c.x * c.y; }
static double complex f(double complex z) { return z * z + cexp(z); }

int main(void) {
  pair p = {2, 3}, dp = {1, 10}, q = {5, 7}, dq = {0, 1};
  pair t = __enzyme_fwddiff_pair((void *)turned, enzyme_dup, p, dp);
  check_close("first", t.x, 3 + 20, 1e-14);
  check_close("second", t.y, 4, 1e-14);
  check_close("both", __enzyme_fwddiff((void *)dot, enzyme_dup, p, dp, enzyme_dup, q, dq), 5 + 70 + 3, 1e-14);
  check_close("unmarked", __enzyme_fwddiff((void *)dot, p, dp, q, dq), 78, 1e-14);
  check_close("constant", __enzyme_fwddiff((void *)dot, enzyme_const, p, enzyme_dup, q, dq), 3, 1e-14);
  pair g = __enzyme_autodiff_pair((void *)dot, enzyme_const, p, enzyme_out, q);
  check_close("reverse x", g.x, 2, 1e-14);
  check_close("reverse y", g.y, 3, 1e-14);

  mixed m = {3, 2}, dm = {1, 0};
  check_close("with an integer", __enzyme_fwddiff((void *)square, enzyme_dup, m, dm), 12, 1e-14);
  triple v = {1, 2, 3}, dv = {1, 0, 1};
  check_close("floats", __enzyme_fwddiff((void *)volume, enzyme_dup, v, dv), 8, 1e-6);
  double x[3] = {2, 3, 5}, dx[3] = {0};
  array a = {x, 3}, da = {dx, 3};
  __enzyme_autodiff((void *)squares, enzyme_dup, a, da);
  check_close("pointer and length", dx[2], 10, 1e-14);

  double dy[3] = {0};
  array one = {x, 1}, done = {dy, 1}, two = {x + 1, 1}, dtwo = {dy + 1, 1}, three = {x + 2, 1}, dthree = {dy + 2, 1};
  pair c = {7, 11}, dc = {1, 0};
  g = __enzyme_autodiff_pair((void *)many, enzyme_dup, one, done, enzyme_dup, two, dtwo, enzyme_out, c, enzyme_dup,
                             three, dthree);
  check_close("many x", g.x, 30 * 11, 1e-14);
  check_close("many y", g.y, 30 * 7, 1e-14);
  check_close("many, last", dy[2], 6 * 77, 1e-14);
  dy[0] = 1, dy[1] = 0, dy[2] = 0;
  double slope = __enzyme_fwddiff((void *)many, enzyme_dup, one, done, enzyme_dup, two, dtwo, enzyme_dup, c, dc,
                                  enzyme_dup, three, dthree);
  check_close("many, forward", slope, 15 * 77 + 30 * 11, 1e-14);

  pair lanes = __enzyme_fwddiff_pair((void *)volumes, enzyme_width, 2, enzyme_dup, p, ((pair){1, 0}), ((pair){0, 1}),
                                     enzyme_dup, 5.0, 0.0, 1.0);
  check_close("lane 0", lanes.x, 15, 1e-14);
  check_close("lane 1", lanes.y, 10 + 6, 1e-14);
  lanes = __enzyme_fwddiff_pair((void *)volumes, enzyme_width, 2, enzyme_dup, p, enzyme_dup, 5.0, enzyme_interleave,
                                ((pair){1, 0}), ((pair){0, 1}), 0.0, 1.0);
  check_close("shadows last, lane 1", lanes.y, 16, 1e-14);

  char tape[1024] __attribute__((aligned(16)));
  unsigned long bytes = __enzyme_augmentsize((void *)dot, enzyme_out, enzyme_const);
  check_true("the tape is small", bytes <= sizeof tape);
  double value = __enzyme_augmentfwd((void *)dot, enzyme_allocated, bytes, enzyme_tape, tape, enzyme_out, p,
                                     enzyme_const, q);
  check_close("halves, value", value, 31, 1e-14);
  g = __enzyme_reverse_pair((void *)dot, enzyme_allocated, bytes, enzyme_tape, tape, enzyme_out, p, enzyme_const, q, 2.0);
  check_close("halves, derivative", g.y, 14, 1e-14);

  double complex z = .5 + .7 * I, direction = 1 + 2 * I;
  double complex got = __enzyme_fwddiff_complex((void *)f, enzyme_dup, z, direction);
  double complex want = (2 * z + cexp(z)) * direction;
  check_close("complex, real part", creal(got), creal(want), 1e-14);
  check_close("complex, imaginary part", cimag(got), cimag(want), 1e-14);
  return 0;
}
