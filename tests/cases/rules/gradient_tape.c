// run:
// Tapes of every kind between the two halves of a rule.
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

// {tape, value}: a pointer for a tape
struct kept {
  double *tape;
  double value;
};

__attribute__((noinline)) static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum);
}

static struct kept augmented_norm(const double *x, double *dx, int n, int dn) {
  (void)dx, (void)dn;
  struct kept kept = {malloc(sizeof(double)), norm(x, n)};
  *kept.tape = kept.value;
  return kept;
}

static void reverse_norm(const double *x, double *dx, int n, int dn, double seed, double *tape) {
  (void)dn;
  for (int i = 0; i < n; ++i)
    dx[i] += 7 * seed * x[i] / *tape;
  free(tape);
}

__attribute__((used)) static void *__enzyme_register_gradient_norm[] = {(void *)norm, (void *)augmented_norm, (void *)reverse_norm};

static double objective(double *x, int n) {
  return 2 * norm(x, n);
}

// a number for a tape, and nothing returned
static void scale(double *x, double factor) { *x *= factor; }
static double augmented_scale(double *x, double *dx, double factor) {
  (void)dx;
  double old = *x;
  *x *= factor;
  return old;
}
static double reverse_scale(double *x, double *dx, double factor, double old) {
  (void)x;
  double d = *dx * old;
  *dx *= factor;
  return 5 * d;
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)augmented_scale, (void *)reverse_scale};

static double scaled(double x, double factor) {
  scale(&x, factor);
  scale(&x, 2.0);
  return x * x;
}

// a struct of three numbers for a tape, which goes through memory
struct record {
  double a, b, c;
};
struct kept3 {
  struct record tape;
  double value;
};
static double product(double a, double b, double c) { return a * b * c; }
static struct kept3 augmented_product(double a, double b, double c) {
  struct kept3 kept = {{b * c, a * c, a * b}, a * b * c};
  return kept;
}
static struct record reverse_product(double a, double b, double c, double seed, struct record tape) {
  (void)a, (void)b, (void)c;
  struct record d = {tape.a * seed, tape.b * seed * 2, tape.c * seed * 3};
  return d;
}
void *__enzyme_register_gradient_product[] = {(void *)product, (void *)augmented_product,
                                                     (void *)reverse_product};
static double use_product(double a, double b, double c) { return product(a, b, c) + product(a * a, 1.0, c); }

// a struct of two floats: one register
struct two {
  float a, b;
};
struct kept2 {
  struct two tape;
  float value;
};
static float difference(float a, float b) { return a * a - b; }
static struct kept2 augmented_difference(float a, float b) {
  struct kept2 kept = {{2 * a, -1}, a * a - b};
  return kept;
}
static struct two reverse_difference(float a, float b, float seed, struct two tape) {
  (void)a, (void)b;
  struct two d = {3 * tape.a * seed, tape.b * seed};
  return d;
}
void *__enzyme_register_gradient_difference[] = {(void *)difference, (void *)augmented_difference,
                                                        (void *)reverse_difference};
static float use_difference(float a, float b) { return difference(a, b) * 2; }

struct two __enzyme_autodiff_two(void *, ...);
struct record __enzyme_autodiff_three(void *, ...);

int main(void) {
  double x[2] = {3, 4}, dx[2] = {0, 0};
  __enzyme_autodiff((void *)objective, x, dx, 2);
  check_close("norm x0", dx[0], 14 * 3 / 5.0, 1e-13);
  check_close("norm x1", dx[1], 14 * 4 / 5.0, 1e-13);

  struct record d = __enzyme_autodiff_three((void *)use_product, 2.0, 3.0, 5.0);
  check_close("product a", d.a, 15 + 5 * 4, 1e-13);
  check_close("product b", d.b, 2 * 10, 1e-13);
  check_close("product c", d.c, 3 * (6 + 4), 1e-13);

  struct two f = __enzyme_autodiff_two((void *)use_difference, 2.0f, 3.0f);
  check_close("difference a", f.a, 2 * 3 * 4, 1e-6);
  check_close("difference b", f.b, -2, 1e-6);

  struct pair {
    double x, factor;
  };
  struct pair __enzyme_autodiff_pair(void *, ...);
  struct pair s = __enzyme_autodiff_pair((void *)scaled, 3.0, 4.0);
  // y = (2 f x)^2, dy/dx = 8 f^2 x; the rule counts the factor five times
  check_close("scaled x", s.x, 8 * 16 * 3, 1e-13);
  check_close("scaled factor", s.factor, 5 * 8 * 4 * 9, 1e-13);
  return 0;
}
