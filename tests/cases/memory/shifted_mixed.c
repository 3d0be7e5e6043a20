// run: numbers shifted by one place, of which the last may be a pointer as far as one can tell without optimisation: it is
// moved apart from the others, and its turn comes first or last by the direction of the shift.
#include "check.h"
#include <string.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

struct slice { double *data; int len; double scale; };
struct all { double x[6]; double a; double data[6]; struct slice slice; int n, k; };

static void load(struct all *all, const double *v) {
  for (int i = 0; i < 6; ++i) all->x[i] = v[i];
  all->a = v[6];
  for (int i = 0; i < 6; ++i) all->data[i] = v[i];
  all->slice.data = all->data;
  all->slice.len = 6;
  all->slice.scale = v[6];
  all->n = 6;
  all->k = 3;
}

static void store(const struct all *all, double *v) {
  for (int i = 0; i < 6; ++i) v[i] = all->data[i];
}

void down(double *x, struct slice *slice, int n, int k) {
  double *p = slice->data;
  p = slice->data + 1;
  p[k] = 0.5 * p[k];
  memmove(slice->data, slice->data + 1, 5 * sizeof(double));
}

void up(double *x, struct slice *slice, int n, int k) {
  double *p = slice->data;
  p = slice->data + 1;
  p[k] = 0.5 * p[k];
  memmove(slice->data + 1, slice->data, 5 * sizeof(double));
}

#define DERIVATIVES(f)                                                                                                  \
  static void plain_##f(const double *v, double *out) {                                                                 \
    struct all p;                                                                                                       \
    load(&p, v);                                                                                                        \
    f(p.x, &p.slice, p.n, p.k);                                                                                         \
    store(&p, out);                                                                                                     \
  }                                                                                                                     \
  static void reverse_##f(const double *v, const double *seed, double *gradient) {                                      \
    struct all p, d;                                                                                                    \
    load(&p, v);                                                                                                        \
    load(&d, seed);                                                                                                     \
    __enzyme_autodiff((void *)f, enzyme_dup, p.x, d.x, enzyme_dup, &p.slice, &d.slice, enzyme_const, p.n, enzyme_const, \
                      p.k);                                                                                             \
    store(&d, gradient);                                                                                                \
  }                                                                                                                     \
  static void forward_##f(const double *v, const double *direction, double *tangent) {                                  \
    struct all p, d;                                                                                                    \
    load(&p, v);                                                                                                        \
    load(&d, direction);                                                                                                \
    __enzyme_fwddiff((void *)f, enzyme_dup, p.x, d.x, enzyme_dup, &p.slice, &d.slice, enzyme_const, p.n, enzyme_const,  \
                     p.k);                                                                                              \
    store(&d, tangent);                                                                                                 \
  }
DERIVATIVES(down)
DERIVATIVES(up)

typedef void derivative(const double *, const double *, double *);

static void check(const char *name, void (*plain)(const double *, double *), derivative *reverse, derivative *forward,
                  const double *expected) {
  const double point[7] = {1.1, 0.2, 1.3, 0.4, 1.5, 0.6, 1.7}, weight[7] = {1, 10, 100, 1000, 10000, 100000, 0};
  double gradient[6], out[6], above[6], below[6];
  reverse(point, weight, gradient);
  for (int i = 0; i < 6; ++i) {
    double direction[7] = {0}, moved[7], tangent = 0, difference = 0;
    direction[i] = 1;
    forward(point, direction, out);
    memcpy(moved, point, sizeof moved);
    moved[i] += 1e-4;
    plain(moved, above);
    moved[i] -= 2e-4;
    plain(moved, below);
    for (int k = 0; k < 6; ++k) {
      tangent += weight[k] * out[k];
      difference += weight[k] * (above[k] - below[k]) / 2e-4;
    }
    check_close(name, gradient[i], expected[i], 1e-12);
    check_close(name, tangent, expected[i], 1e-12);
    check_close(name, difference, expected[i], 1e-6);
  }
}

int main(void) {
  const double lower[] = {0, 1, 10, 100, 500, 110000}, upper[] = {11, 100, 1000, 10000, 50000, 0};
  check("down", plain_down, reverse_down, forward_down, lower);
  check("up", plain_up, reverse_up, forward_up, upper);
  return 0;
}
