// Reductions with every operator.
// flags: -fopenmp
#include <math.h>

// check: double product(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 1.40625
// expect: x = {2.8125, 1.875, 1.125, 0.9375}
double product(int n, double *x) {
  double p = 2;
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; ++i)
    p *= x[i];
  return p;
}

// A factor of 0 takes nothing from the others.
// check: double product_with_zero(int n = 4, double *x = {0.5, 0, 1.25, 1.5})
// value: 0
// expect: x = {0, 0.9375, 0, 0}
double product_with_zero(int n, double *x) {
  double p = 1;
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; ++i)
    p *= x[i];
  return p;
}

// check: double largest(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5})
// value: 3.0625
// expect: x = {0, 3.5, 0, 0}
double largest(int n, double *x) {
  double m = -1e300;
#pragma omp parallel for reduction(max : m)
  for (int i = 0; i < n; ++i)
    if (x[i] * x[i] > m)
      m = x[i] * x[i];
  return m;
}

// check: double smallest(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5})
// value: 0.5
// expect: x = {1, 0, 0, 0}
double smallest(int n, double *x) {
  double m = 1e300;
#pragma omp parallel for reduction(min : m)
  for (int i = 0; i < n; ++i)
    m = fmin(m, x[i]);
  return m;
}

// check: double differences(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5})
// value: 2.875
// expect: x = {-1, -3.5, -2.5, -3}
double differences(int n, double *x) {
  double d = 10;
#pragma omp parallel for reduction(- : d)
  for (int i = 0; i < n; ++i)
    d -= x[i] * x[i];
  return d;
}

// check: double of_integers(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5})
// value: 23.625
// expect: x = {47.25, 13.5, 0, 0}
double of_integers(int n, double *x) {
  int any = 0, all = 1, bits = 0, common = 7, odd = 0, count = 0;
#pragma omp parallel for reduction(|| : any) reduction(&& : all) reduction(| : bits) reduction(& : common) reduction(^ : odd) reduction(+ : count)
  for (int i = 0; i < n; ++i) {
    any = any || x[i] > 1;
    all = all && x[i] > 0;
    bits |= 1 << i;
    common &= 6 | i;
    odd ^= i;
    count += x[i] > 1;
  }
  return (any + 2 * all + bits + common + odd + count) * x[0] * x[1];
}

// check: double of_sections_of_arrays(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5}, double *y = {0, 0} seed {1, 2})
// value: 14.7932581181836
// expect: x = {7.40165192582892, 13.060774412195, 20.0807526113807, 14.5979848907432}, y = {2.98148093347799,
//   3.42841015795979}
double of_sections_of_arrays(int n, double *x, double *y) {
  double sums[3] = {0, 0, 0};
#pragma omp parallel for reduction(+ : sums[ : 3]) reduction(+ : y[ : 2])
  for (int i = 0; i < n; ++i) {
    sums[i % 3] += x[i] * x[i];
    y[i % 2] += sin(x[i]);
  }
  return sums[0] * sums[1] * sums[2] + y[0] * y[1];
}

struct moments {
  double sum, squares;
};
static void join(struct moments *to, const struct moments *from) {
  to->sum += from->sum;
  to->squares += from->squares;
}
#pragma omp declare reduction(moments : struct moments : join(&omp_out, &omp_in)) initializer(omp_priv = {0, 0})

// check: double declared(int n = 4, double *x = {0.5, 1.75, 1.25, 1.5})
// value: 0.875
// expect: x = {-1.5, 1, 0, 0.5}
double declared(int n, double *x) {
  struct moments m = {0, 0};
#pragma omp parallel for reduction(moments : m)
  for (int i = 0; i < n; ++i) {
    m.sum += x[i];
    m.squares += x[i] * x[i];
  }
  return m.squares - m.sum * m.sum / n;
}
