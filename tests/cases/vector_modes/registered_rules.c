// A derivative that the program gives is called for every lane.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_out;
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);

static double square(double x) { return x * x; }
struct pair { double value, tangent; };
static struct pair tangent(double x, double dx) { return (struct pair){x * x, 100 * x * dx}; }
struct augmented { void *tape; double value; };
static struct augmented augment(double x) { return (struct augmented){0, x * x}; }
static double reverse(double x, double seed, void *tape) { return 100 * x * seed; }
void *__enzyme_register_derivative_square[2] = {(void *)square, (void *)tangent};
void *__enzyme_register_gradient_square[3] = {(void *)square, (void *)augment, (void *)reverse};

static double f(double x) { return square(x) * x; }

int main(void) {
  struct two t = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, 3.0, 1.0, 2.0);
  check_close("forward", t.a, 909, 1e-12);
  check_close("forward, second lane", t.b, 1818, 1e-12);
  struct two d = __enzyme_autodiff_two((void *)f, enzyme_width, 2, enzyme_out, 3.0);
  check_close("reverse", d.a, 909, 1e-12);
  check_close("reverse, second lane", d.b, 909, 1e-12);
  return 0;
}
