// Products with the Hessian of functions with parallel loops, against differences of gradients.
// flags: -fopenmp
// run:
#include "check.h"
#include <math.h>
#include <zymase/autodiff.h>

enum { N = 40 };

// Each point to one of three centres, which move with the first points: centres are read by index.
static double distances(const double *x, int n) {
  int points = n / 2, nearest[N];
  double sum = 0, centres[3][2];
  for (int k = 0; k < 3; ++k) {
    centres[k][0] = x[k] * x[k + 1];
    centres[k][1] = x[k + 5] * x[k];
  }
  for (int i = 0; i < points; ++i)
    nearest[i] = x[i] > 0.5 ? 1 : i % 3;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < points; ++i) {
    double dx = x[2 * i] - centres[nearest[i]][0], dy = x[2 * i + 1] - centres[nearest[i]][1];
    sum += sqrt(dx * dx + dy * dy + 0.01);
  }
  return sum;
}

// A stencil, and what all threads read.
static double stencil(const double *x, int n) {
  double next[N] = {0}, sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < n - 1; ++i)
      next[i] = x[i - 1] * x[i + 1] + sin(x[i]) * x[0];
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += next[i] * next[i] * x[n - 1];
  }
  return sum;
}

static void gradient_of_distances(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)distances, enzyme_dup, x, dx, enzyme_const, n);
}

static void gradient_of_stencil(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)stencil, enzyme_dup, x, dx, enzyme_const, n);
}

static void compare(const char *name, void (*gradient)(const double *, double *, int), const double *product,
                    const double *x, const double *along) {
  double moved[N], ends[2][N] = {{0}}, h = 1e-5;
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < N; ++i)
      moved[i] = x[i] + (side ? h : -h) * along[i];
    gradient(moved, ends[side], N);
  }
  for (int i = 0; i < N; ++i)
    check_close(name, product[i], (ends[1][i] - ends[0][i]) / (2 * h), 1e-5);
}

int main(void) {
  double x[N], along[N], dx[N] = {0}, first[N] = {0}, second[N] = {0};
  for (int i = 0; i < N; ++i) {
    x[i] = 0.3 + 0.7 * sin(1.7 * i + 0.4) * sin(1.7 * i + 0.4) + 0.05 * cos(3.1 * i);
    along[i] = cos(2.3 * i + 1);
  }
  __enzyme_fwddiff((void *)gradient_of_distances, enzyme_dup, x, along, enzyme_dup, dx, first, enzyme_const, N);
  compare("distances", gradient_of_distances, first, x, along);
  __enzyme_fwddiff((void *)gradient_of_stencil, enzyme_dup, x, along, enzyme_dup, dx, second, enzyme_const, N);
  compare("stencil", gradient_of_stencil, second, x, along);
  return 0;
}
