// run:
// Rules of functions that return pointers, take callbacks, and are called through pointers and in branches.
#include "check.h"
#include <string.h>
#include <zymase/autodiff.h>

// {tape, value, shadow of the value}
struct made {
  void *tape;
  double *value, *shadow;
};
static double *make(double x) {
  double *p = malloc(sizeof *p);
  *p = x;
  return p;
}
static struct made augmented_make(double x) {
  struct made r = {0, malloc(8), malloc(8)};
  *r.value = x;
  *r.shadow = 0;
  r.tape = malloc(sizeof r);
  memcpy(r.tape, &r, sizeof r);
  return r;
}
static double reverse_make(double x, void *tape) {
  (void)x;
  struct made made;
  memcpy(&made, tape, sizeof made);
  double result = 3 * *made.shadow;
  free(made.value);
  free(made.shadow);
  free(tape);
  return result;
}
void *__enzyme_register_gradient_make[] = {(void *)make, (void *)augmented_make, (void *)reverse_make};

static double through_heap(double x) {
  double *p = make(x * x);
  double r = *p * *p;
  return r;
}

typedef double (*unary)(double);
static double half(double x) { return x / 2; }
static double augmented_half(double x) { return x / 2; }
static double reverse_half(double x, double seed) {
  (void)x;
  return 50 * seed;
}
void *__enzyme_register_gradient_half[] = {(void *)half, (void *)augmented_half, (void *)reverse_half};
static double third(double x) { return x / 3; }
static const unary table[] = {half, third};
static double by_table(double x, int k) { return table[k](x) * x; }
static double apply(unary f, double x) { return f(f(x)); }
static double by_callback(double x) { return apply(half, x); }
static double chosen(double x, int yes) { return (yes ? half : third)(x); }

int main(void) {
  check_close("shadow of the result", __enzyme_autodiff((void *)through_heap, 2.0), 2 * 4 * 3 * 4, 1e-13);
  check_close("table 0", __enzyme_autodiff((void *)by_table, 2.0, 0), 1 + 100, 1e-13);
  check_close("table 1", __enzyme_autodiff((void *)by_table, 2.0, 1), 4 / 3.0, 1e-13);
  check_close("callback", __enzyme_autodiff((void *)by_callback, 2.0), 2500, 1e-13);
  check_close("chosen", __enzyme_autodiff((void *)chosen, 2.0, 1), 50, 1e-13);
  check_close("not chosen", __enzyme_autodiff((void *)chosen, 2.0, 0), 1 / 3.0, 1e-13);
  return 0;
}
