// run:
// Functions with bodies that differentiation must not look into, or without bodies at all, that are like known ones.
#include "check.h"
#include <math.h>
#include <string.h>
#include <zymase/autodiff.h>

__attribute__((noinline)) static double my_log1p(double x) { return log(1 + x); }
void *__enzyme_function_like_log1p[] = {(void *)my_log1p, (void *)"log1p"};

__attribute__((annotate("enzyme_function_like=exp"))) static double by_table(double x) {
  // bits that no derivative could be made from
  unsigned long bits;
  memcpy(&bits, &x, 8);
  double y;
  memcpy(&y, &bits, 8);
  return exp(y);
}

static double my_pow(double x, double y) { return exp(y * log(x)); }
void *__enzyme_function_like_pow[2] = {(void *)my_pow, (void *)"pow"};

static double f(double x) { return my_log1p(x * x) + by_table(x) + my_pow(x, 3); }

int main(void) {
  double x = 0.8, want = 2 * x / (1 + x * x) + exp(x) + 3 * x * x;
  check_close("reverse", __enzyme_autodiff((void *)f, x), want, 1e-12);
  check_close("forward", __enzyme_fwddiff((void *)f, x, 1.0), want, 1e-12);
  check_close("the target itself", __enzyme_autodiff((void *)my_log1p, x), 1 / (1 + x), 1e-12);
  return 0;
}
