// Roots, logarithms and quotients whose operand cannot be 0 need no guard; those that only look alike do. All of them pass
// through memory that is read only in part.
#include <math.h>

// The operand of every function is at least 0.5.
double softened(const double *x, int n, int used) {
  double kept[8];
  double sum = 0.5;
  for (int k = 0; k < n; ++k) {
    sum += x[k] * x[k];
    kept[2 * k] = sqrt(sum) + log(1 + exp(x[k]));
    kept[2 * k + 1] = x[k] / (sum * sqrt(sum)) + log1p(x[k] * x[k]);
  }
  double result = 0;
  for (int k = 0; k < used; ++k)
    result += kept[k];
  return result;
}
// check: double softened(const double *x = {0.0, 0.5}, int n = 2, int used = 4)
// value: 4.233300259944749
// expect: x = {3.328427124746190, 1.9998096003914805}
// check: double softened(const double *x = {0.0, 0.5}, int n = 2, int used = 1)
// value: 1.4002539617464929
// expect: x = {0.5, 0.0}

// The last sum is 0 although every term is a square: its root is stored and never used.
double alike(const double *x, int n, int used) {
  double kept[4];
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += x[k] * x[k];
    kept[k] = sqrt(sum);
  }
  double result = 0;
  for (int k = used; k < n; ++k)
    result += kept[k];
  return result;
}
// check: double alike(const double *x = {0.0, 3.0}, int n = 2, int used = 1)
// value: 3.0
// expect: x = {0.0, 1.0}
// differences: off (a kink)

// A bound that a loop takes away again.
double sinking(const double *x, int n, int used) {
  double kept[4];
  double sum = 1;
  for (int k = 0; k < n; ++k) {
    sum += x[k] * x[k] - 0.5;
    kept[k] = 1 / sum;
  }
  double result = 0;
  for (int k = 0; k < used; ++k)
    result += kept[k];
  return result + x[1];
}
// check: double sinking(const double *x = {1.0, 0.0, 0.0, 0.0}, int n = 4, int used = 2)
// value: 1.6666666666666667
// expect: x = {-2.8888888888888888, 1.0, 0.0, 0.0}
// differences: off (a division by zero)

// What is not known was marked by NaN: it is stored, and never used.
double missing(const double *x, double weight, int used) {
  double kept[2];
  kept[0] = sqrt(1 + weight * weight + x[0] * x[0]);
  kept[1] = x[0] * x[0] / (2 + weight * weight) + x[1];
  double result = x[0];
  for (int k = 0; k < used; ++k)
    result += kept[k];
  return result;
}
double unknown(const double *x, int used) {
  return missing(x, NAN, used);
}
// check: double unknown(const double *x = {2.0, 1.0}, int used = 0)
// value: 2.0
// expect: x = {1.0, 0.0}

float single(const float *x, int n) {
  float kept[4], sum = 0.25f;
  for (int k = 0; k < n; ++k) {
    sum += x[k] * x[k];
    kept[k] = x[k] / sqrtf(sum);
  }
  return kept[0] + kept[n - 1];
}
// check: float single(const float *x = {0.0f, 0.5f}, int n = 2)
// value: 0.70710677
// expect: x = {2.0, 0.70710677}

double __enzyme_autodiff(void *, ...);
double soft(double x) { return x / sqrt(1 + x * x); }
double soft_derivative(double x) { return __enzyme_autodiff((void *)soft, x); }
// ir: -O2 soft_derivative lacks select
// ir: -O2 soft_derivative lacks fcmp
