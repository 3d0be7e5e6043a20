// Functions that are not inlined carry all lanes: recursion, pointers returned, state in globals, calls through pointers.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_out;
struct two { double a[2]; };
void __enzyme_autodiff(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);
struct two __enzyme_fwddiff_two(void *, ...);

static double total, table[4];

__attribute__((noinline)) static double *pick(double *x, int n, int i) { return i < n ? x + i : pick(x, n, i - n); }

__attribute__((noinline)) static double tree(double *x, int lo, int hi, double scale) {
  if (hi - lo == 1) {
    table[lo % 4] += x[lo] * scale;
    return sin(*pick(x, 3, lo)) * scale;
  }
  int middle = (lo + hi) / 2;
  double left = tree(x, lo, middle, scale * 1.5), right = tree(x, middle, hi, scale + left);
  total += left * right;
  return left + right * table[lo % 4];
}

static double twice(double x) { return 2 * x; }
static double cube(double x) { return x * x * x; }
static double (*const volatile functions[2])(double) = {twice, cube};

static double f(double *x, int n, double scale) {
  total = 0;
  for (int i = 0; i < 4; ++i)
    table[i] = 0;
  double sum = tree(x, 0, n, scale) + total;
  for (int i = 0; i < n; ++i)
    sum += functions[i % 2](x[i]);
  return sum;
}

int main(void) {
  double x[6] = {0.3, 0.5, -0.4, 0.8, 0.2, -0.6}, d[2][6] = {{0}}, scale = 0.9;
  struct two by_scale = __enzyme_autodiff_two((void *)f, enzyme_width, 2, enzyme_dup, x, d[0], d[1], 6, enzyme_out, scale);
  double h = 1e-5, want = (f(x, 6, scale + h) - f(x, 6, scale - h)) / (2 * h);
  check_close("scale, lane 0", by_scale.a[0], want, 1e-7);
  check_close("scale, lane 1", by_scale.a[1], want, 1e-7);
  for (int i = 0; i < 6; ++i) {
    double t[2][6] = {{0}}, kept = x[i];
    t[0][i] = 1;
    t[1][(i + 1) % 6] = 2;
    struct two forward = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, x, t[0], t[1], 6, scale, 0.0, 0.0);
    x[i] = kept + h;
    double above = f(x, 6, scale);
    x[i] = kept - h;
    double below = f(x, 6, scale);
    x[i] = kept;
    check_close("differences", d[0][i], (above - below) / (2 * h), 1e-7);
    check_close("second lane", d[1][i], d[0][i], 1e-12);
    check_close("forward, lane 0", forward.a[0], d[0][i], 1e-11);
    check_close("forward, lane 1", forward.a[1], 2 * d[0][(i + 1) % 6], 1e-11);
  }
  return 0;
}
