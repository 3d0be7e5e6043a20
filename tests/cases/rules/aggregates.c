// run:
// Rules of recursive functions, and of functions that take structs and complex numbers by value.
#include "check.h"
#include <complex.h>
#include <zymase/autodiff.h>

static double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
static double augmented_power(double x, int n, int dn) { return (void)dn, power(x, n); }
static double reverse_power(double x, int n, int dn, double seed) { return (void)dn, 10 * n * power(x, n - 1) * seed; }
void *__enzyme_register_gradient_power[] = {(void *)power, (void *)augmented_power, (void *)reverse_power};
static double recursive(double x) { return power(x, 3) + power(x, 2); }

// through memory
struct big {
  double a[4];
  double *p;
};
static double eat(struct big b, double x) { return b.p[0] * x; }
static double augmented_eat(struct big b, struct big db, double x) { return (void)db, b.p[0] * x; }
static double reverse_eat(struct big b, struct big db, double x, double seed) {
  db.p[0] += 7 * x * seed;
  return 5 * b.p[0] * seed;
}
void *__enzyme_register_gradient_eat[] = {(void *)eat, (void *)augmented_eat, (void *)reverse_eat};
static double by_memory(double *p, double x) {
  struct big b = {{1, 2, 3, 4}, p};
  return eat(b, x);
}

static double _Complex square(double _Complex z) { return z * z; }
static double _Complex augmented_square(double _Complex z) { return z * z; }
static double _Complex reverse_square(double _Complex z, double _Complex seed) { return 20 * conj(z) * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};
static double by_complex(double x) { return creal(square(x + 2 * x * I)); }

// in two registers: the shadow follows as a whole
struct view {
  double *p;
  long n;
};
static double total(struct view v) {
  double sum = 0;
  for (long i = 0; i < v.n; ++i)
    sum += v.p[i];
  return sum;
}
static double augmented_total(struct view v, struct view dv) { return (void)dv, total(v); }
static void reverse_total(struct view v, struct view dv, double seed) {
  for (long i = 0; i < v.n; ++i)
    dv.p[i] += 11 * seed;
}
void *__enzyme_register_gradient_total[] = {(void *)total, (void *)augmented_total, (void *)reverse_total};
static double by_view(double *p, long n) {
  struct view v = {p, n};
  return total(v) * 2;
}

int main(void) {
  check_close("recursive", __enzyme_autodiff((void *)recursive, 2.0), 120 + 40, 1e-13);
  double p = 3, dp = 0;
  check_close("memory, x", __enzyme_autodiff((void *)by_memory, &p, &dp, 2.0), 15, 1e-13);
  check_close("memory, p", dp, 14, 1e-13);
  check_close("complex", __enzyme_autodiff((void *)by_complex, 3.0), 20 * (3 - 2 * 6), 1e-13);
  double v[3] = {1, 2, 3}, dv[3] = {0, 0, 0};
  __enzyme_autodiff((void *)by_view, v, dv, 3L);
  check_close("view", dv[2], 22, 1e-13);
  return 0;
}
