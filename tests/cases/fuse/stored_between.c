// The sum of one loop is stored before another loop runs: the value must be there after the gradient.
// run:
#include "check.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double two_sums(int n, int m, const double *restrict x, double *restrict out) {
  double total = 0;
  for (int k = 0; k < n; ++k) {
    double power = 1;
    for (int i = 0; i < m; ++i)
      power *= sin(x[k * m + i]) + 2;
    total += power;
  }
  out[0] = 3 * total;
  double other = 0;
  for (int k = 0; k < n; ++k) {
    double power = 1;
    for (int i = 0; i < m; ++i)
      power *= cos(x[k * m + i]) + 2;
    other += power;
  }
  out[1] = other;
  return total - other;
}

int main(void) {
  enum { N = 3, M = 4 };
  double x[N * M], dx[N * M] = {0}, out[2] = {0}, dout[2] = {0.5, -0.25};
  for (int i = 0; i < N * M; ++i)
    x[i] = 0.3 * i - 0.02 * i * i;
  double plain[2];
  two_sums(N, M, x, plain);
  __enzyme_autodiff((void *)two_sums, enzyme_const, N, enzyme_const, M, enzyme_dup, x, dx, enzyme_dup, out, dout);
  check_close("first result", out[0], plain[0], 1e-14);
  check_close("second result", out[1], plain[1], 1e-14);
  for (int i = 0; i < N * M; ++i) {
    double v[N * M] = {0}, tangent[2] = {0}, values[2], step = 1e-6, here = x[i], above[2], below[2];
    v[i] = 1;
    double result = __enzyme_fwddiff((void *)two_sums, enzyme_const, N, enzyme_const, M, enzyme_dup, x, v, enzyme_dup, values, tangent);
    check_close("reverse against forward", dx[i], result + 0.5 * tangent[0] - 0.25 * tangent[1], 1e-11);
    x[i] = here + step;
    double difference = two_sums(N, M, x, above);
    x[i] = here - step;
    difference -= two_sums(N, M, x, below);
    x[i] = here;
    difference += 0.5 * (above[0] - below[0]) - 0.25 * (above[1] - below[1]);
    check_close("reverse against differences", dx[i], difference / (2 * step), 1e-6);
  }
  return 0;
}
