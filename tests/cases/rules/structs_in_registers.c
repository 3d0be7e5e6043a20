// Rules of functions that take small structs: the struct, then its shadow, as the rule is written.
// run:
#include "check.h"

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef struct { double x, y; } numbers;
typedef struct { double *a, *b; } pointers;
struct both { double value, tangent; };

__attribute__((noinline)) double product(numbers n, double k) { return n.x * n.y * k; }
struct both forward_product(numbers n, numbers dn, double k, double dk) {
  return (struct both){n.x * n.y * k, 10 * ((dn.x * n.y + n.x * dn.y) * k + n.x * n.y * dk)};
}
void *__enzyme_register_derivative_product[] = {(void *)product, (void *)forward_product};

__attribute__((noinline)) double ratio(pointers p) { return *p.a / *p.b; }
double augmented_ratio(pointers p, pointers dp) { return *p.a / *p.b; }
void reverse_ratio(pointers p, pointers dp, double seed) {
  *dp.a += 10 * seed / *p.b;
  *dp.b -= 10 * seed * *p.a / (*p.b * *p.b);
}
void *__enzyme_register_gradient_ratio[] = {(void *)ratio, (void *)augmented_ratio, (void *)reverse_ratio};

static double f(double *x) { return product((numbers){x[0], x[1]}, x[0]); }
static double g(double *x) { return ratio((pointers){x, x + 1}); }

int main(void) {
  double x[2] = {2, 5}, along_x[2] = {1, 0}, along_y[2] = {0, 1}, dx[2] = {0};
  check_close("forward x", __enzyme_fwddiff((void *)f, enzyme_dup, x, along_x), 10 * 2 * 2 * 5, 1e-14);
  check_close("forward y", __enzyme_fwddiff((void *)f, enzyme_dup, x, along_y), 10 * 2 * 2, 1e-14);
  __enzyme_autodiff((void *)g, enzyme_dup, x, dx);
  check_close("reverse x", dx[0], 10. / 5, 1e-14);
  check_close("reverse y", dx[1], -10 * 2. / 25, 1e-14);
  return 0;
}
