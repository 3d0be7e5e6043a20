// Split mode with a width: one tape, and a seed and shadows for every lane.
// run:
// leaks: on
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_dupv, enzyme_const, enzyme_out;
struct tape_and_value { void *tape; double value; };
struct outs { double scale[2]; };
struct tape_and_value __enzyme_augmentfwd(void *, ...);
struct outs __enzyme_reverse(void *, ...);
void *__enzyme_augmentfwd_only(void *, ...);
void __enzyme_reverse_nothing(void *, ...);

static double f(double *x, int n, double scale) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = scale * sin(x[i]) * (i ? x[i - 1] : 1);
    sum += x[i] * x[i];
  }
  return sum;
}

static void rows(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = exp(x[1]) * x[0];
}

int main(void) {
  double x[3] = {0.4, 0.9, -0.5}, kept[3] = {0.4, 0.9, -0.5}, d[2][3] = {{0}}, h = 1e-6;
  struct tape_and_value t = __enzyme_augmentfwd((void *)f, enzyme_width, 2, enzyme_dup, x, d[0], d[1], 3, enzyme_out, 1.5);
  for (int i = 0; i < 3; ++i)
    x[i] = 100;
  struct outs o = __enzyme_reverse((void *)f, enzyme_width, 2, enzyme_dup, x, d[0], d[1], 3, enzyme_out, 1.5, 1.0, -3.0, t.tape);
  for (int i = 0; i < 4; ++i) {
    double value[2];
    for (int side = 0; side < 2; ++side) {
      double y[3] = {kept[0], kept[1], kept[2]}, scale = 1.5;
      *(i < 3 ? y + i : &scale) += side ? -h : h;
      value[side] = f(y, 3, scale);
    }
    double want = (value[0] - value[1]) / (2 * h);
    check_close("lane 0", i < 3 ? d[0][i] : o.scale[0], want, 1e-7);
    check_close("lane 1", i < 3 ? d[1][i] : o.scale[1], -3 * want, 1e-7);
  }
  double p[2] = {2, 0.5}, y[2], dp[2][2] = {{0}}, dy[2][2] = {{1, 0}, {0, 1}};
  void *tape = __enzyme_augmentfwd_only((void *)rows, enzyme_width, 2, enzyme_dupv, sizeof dp[0], p, dp, enzyme_dupv, sizeof dy[0], y, dy);
  __enzyme_reverse_nothing((void *)rows, enzyme_width, 2, enzyme_dupv, sizeof dp[0], p, dp, enzyme_dupv, sizeof dy[0], y, dy, tape);
  check_close("00", dp[0][0], 0.5, 1e-12);
  check_close("01", dp[0][1], 2, 1e-12);
  check_close("10", dp[1][0], exp(0.5), 1e-12);
  check_close("11", dp[1][1], 2 * exp(0.5), 1e-12);
  return 0;
}
