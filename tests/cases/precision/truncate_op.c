// run:
// Operations in a narrower format: bit for bit what the function written in that format computes.
#include "check.h"
#include <zymase/autodiff.h>

static double helper(double x) { return x / 3 + sqrt(x); }
static double f(double x, const double *w, int n) {
  double sum = 0.1;
  for (int i = 0; i < n; ++i)
    sum += w[i] * x + sin(x) / (i + 1);
  return sum > 1 ? sum * helper(sum) : -sum;
}
static float helper_float(float x) { return x / 3 + sqrtf(x); }
static float f_float(float x, const double *w, int n) {
  float sum = 0.1f;
  for (int i = 0; i < n; ++i)
    sum += (float)w[i] * x + sinf(x) / (float)(i + 1);
  return sum > 1 ? sum * helper_float(sum) : -sum;
}
static double first(double x) { return x; }

typedef double (*f_type)(double, const double *, int);
typedef double (*first_type)(double);

int main(void) {
  double w[4] = {0.3, 1.7, -0.2, 2.5};
  for (double x = 0.1; x < 2; x += 0.37) {
    double got = ((f_type)__enzyme_truncate_op_func((void *)f, 64, 32))(x, w, 4);
    check_close("op", got, f_float((float)x, w, 4), 0);
    check_close("mem", ((f_type)__enzyme_truncate_mem_func((void *)f, 64, 32))(x, w, 4), got, 0);
    check_true("narrower", got != f(x, w, 4));
    // What only passes through keeps its format, unless memory is narrower too.
    check_close("op, no operation", ((first_type)__enzyme_truncate_op_func((void *)first, 64, 32))(x), x, 0);
    check_close("mem, no operation", ((first_type)__enzyme_truncate_mem_func((void *)first, 64, 32))(x), (float)x, 0);
  }
  double x = 1.5;
  double half = ((f_type)__enzyme_truncate_op_func((void *)f, 64, 16))(x, w, 4);
  check_close("to half", half, f(x, w, 4), 1e-2);
  check_true("half", half == (double)(_Float16)half && half != f(x, w, 4));
  return 0;
}
