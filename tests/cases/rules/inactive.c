// run:
// Functions and globals that the program says no derivative goes through, by registration and by annotation.
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

static int calls;
static double noise(double x) {
  ++calls;
  return sin(1000 * x);
}
void *__enzyme_inactivefn_noise[] = {(void *)noise};

__attribute__((annotate("enzyme_inactive"))) static double rounded(double x) { return x * x; }

static double last = 5;
void *__enzyme_inactive_global_last = &last;

__attribute__((annotate("enzyme_inactive"))) static double memory[2];

static void log_value(const double *x) { last = *x; }
void *__enzyme_inactivefn_log[] = {(void *)log_value};

static double f(double x) { return noise(x) * x + rounded(x) * x; }
static double g(double x) {
  last = x;
  memory[1] = x * x;
  return last * x + memory[1] * x;
}
static double h(double *x) {
  log_value(x);
  return x[0] * x[0];
}

int main(void) {
  double x = 1.5;
  check_close("functions", __enzyme_autodiff((void *)f, x), sin(1000 * x) + x * x, 1e-13);
  check_true("once", calls == 1);
  check_close("functions, forward", __enzyme_fwddiff((void *)f, x, 1.0), sin(1000 * x) + x * x, 1e-13);
  check_close("globals", __enzyme_autodiff((void *)g, x), x + x * x, 1e-13);
  check_close("globals, forward", __enzyme_fwddiff((void *)g, x, 1.0), x + x * x, 1e-13);
  double dx = 0;
  __enzyme_autodiff((void *)h, &x, &dx);
  check_close("effect", dx, 3, 1e-13);
  check_close("logged", last, 1.5, 0);
  check_close("the target itself", __enzyme_autodiff((void *)rounded, x), 0, 0);
  return 0;
}
