// run:
// A registered derivative and an inactive function, of functions that are visible to other files.
#include "check.h"
double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) double h(double x) { return x * x; }
double dh(double x, double dx) { return x * 0 + 100.0 * dx; }
void *__enzyme_register_derivative_h[] = {(void *)h, (void *)dh};
__attribute__((noinline)) double k(double x) { return x * x * x; }
void *__enzyme_inactivefn[] = {(void *)k};
double f(double x) { return h(x) + k(x); }
int main(void) {
  check_close("f", __enzyme_fwddiff((void *)f, 3.0, 1.0), 100, 0);
  return 0;
}
