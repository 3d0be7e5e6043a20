// Values of a table between its points; the table is described by a struct.
#include "driver.h"
enum { N = 60000, POINTS = 512 };
struct table { double from, to; int points; const double *values; };
static double *x, *y;
static struct table t;

static double look_up(const struct table *t, double x) {
  double at = (x - t->from) / ((t->to - t->from) / (t->points - 1));
  int i = at < 0 ? 0 : at > t->points - 2 ? t->points - 2 : (int)at;
  return t->values[i] + (at - i) * (t->values[i + 1] - t->values[i]);
}

__attribute__((noinline)) void interpolate(const struct table *t, const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = look_up(t, x[i]);
}

static void prepare(void) {
  x = x ? x : array(N), y = y ? y : array(N);
  t = (struct table){-0.1, 1.1, POINTS, t.values ? t.values : array(POINTS)};
}
static void kernel(void) { interpolate(&t, x, y, N); }
static double checksum(void) { return y[0] + y[N / 2] + y[N - 1]; }
