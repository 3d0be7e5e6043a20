// run:
// Rules of functions with structs by value, in registers and through memory.
#include "check.h"
#include <zymase/autodiff.h>

struct pair {
  double a, b;
};
struct big {
  double a, b, c;
};

// a struct of two numbers returned in registers; the seed is one too
static struct pair swap(double x, double y) {
  struct pair r = {y, x};
  return r;
}
static struct pair augmented_swap(double x, double y) { return swap(x, y); }
static struct pair reverse_swap(double x, double y, struct pair seed) {
  (void)x, (void)y;
  struct pair d = {2 * seed.b, 3 * seed.a};
  return d;
}
void *__enzyme_register_gradient_swap[] = {(void *)swap, (void *)augmented_swap, (void *)reverse_swap};
static double use_swap(double x, double y) {
  struct pair r = swap(x * x, y);
  return r.a * 10 + r.b;
}

// a struct returned through memory, with a tape
struct kept {
  double tape;
  struct big value;
};
static struct big powers(double x) {
  struct big r = {x, x * x, x * x * x};
  return r;
}
static struct kept augmented_powers(double x) {
  struct kept r = {x, powers(x)};
  return r;
}
static double reverse_powers(double x, struct big seed, double tape) {
  return 10 * (seed.a + 2 * tape * seed.b + 3 * x * tape * seed.c);
}
void *__enzyme_register_gradient_powers[] = {(void *)powers, (void *)augmented_powers, (void *)reverse_powers};
static double use_powers(double x) {
  struct big p = powers(x);
  struct big q = powers(2 * x);
  return p.a + p.b + p.c + q.b;
}

// forward
struct both {
  struct big value, tangent;
};
static struct both forward_powers(double x, double dx) {
  struct both r = {powers(x), {100 * dx, 200 * x * dx, 300 * x * x * dx}};
  return r;
}
void *__enzyme_register_derivative_powers[] = {(void *)powers, (void *)forward_powers};

struct pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  struct pair d = __enzyme_autodiff_pair((void *)use_swap, 2.0, 3.0);
  check_close("swap x", d.a, 2 * 4, 1e-13);
  check_close("swap y", d.b, 3 * 10, 1e-13);
  check_close("powers", __enzyme_autodiff((void *)use_powers, 2.0), 10 * (1 + 4 + 12 + 2 * 2 * 4), 1e-13);
  check_close("forward", __enzyme_fwddiff((void *)use_powers, 2.0, 1.0), 100 + 400 + 1200 + 2 * 800, 1e-13);
  return 0;
}
