/* Compares the derivatives of the sum over all ranks of `double f(int n, double *x)`, where each rank has an x of its own: reverse mode
   against central differences of every number, forward mode against reverse mode, and two directions at once. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef COUNT
#define COUNT 6
#endif

double f(int n, double *x);
#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup, enzyme_const, enzyme_width;
#ifdef __cplusplus
}
template <class... T> double __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
#else
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct two { double first, second; };
struct two __enzyme_fwddiff_two(void *, ...);
#endif

static int failures;

static void compare(const char *what, int rank, int at, double got, double want, double tolerance) {
  double size = fmax(1, fmax(fabs(got), fabs(want)));
  if (fabs(got - want) <= tolerance * size) return;
  fprintf(stderr, "%s: rank %d, number %d: %.12g, but %.12g\n", what, rank, at, got, want);
  failures++;
}

static double sum_of(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

#ifndef INITIAL
#define INITIAL(rank, i) (0.6 + 0.11 * (i) + 0.07 * (rank) - 0.013 * (i) * (rank))
#endif

static void set_up(int rank, double *x, double *v, double *w) {
  for (int i = 0; i < COUNT; i++) {
    x[i] = INITIAL(rank, i);
    v[i] = cos(1.0 + i + 2 * rank);
    w[i] = sin(0.5 + 3 * i - rank);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double x[COUNT], dx[COUNT] = {0}, v[COUNT], w[COUNT], unused[COUNT];
  (void)unused;
  set_up(rank, x, v, w);
  double value = f(COUNT, x);
  set_up(rank, x, v, w);
  __enzyme_autodiff((void *)f, enzyme_const, COUNT, enzyme_dup, x, dx);
  for (int r = 0; r < ranks; r++)
    for (int i = 0; i < COUNT; i++) {
      /* Four values, so that neither the step nor rounding is seen. */
      const double h = 1e-3, weights[5] = {1, -8, 0, 8, -1};
      double y[COUNT], change = 0;
      for (int side = -2; side <= 2; side++) {
        if (!side) continue;
        set_up(rank, y, unused, unused);
        if (r == rank) y[i] += side * h;
        change += weights[side + 2] * sum_of(f(COUNT, y));
      }
      if (r == rank) compare("reverse and differences", rank, i, dx[i], change / (12 * h), 1e-7);
    }
  double by_v = 0, by_w = 0;
  for (int i = 0; i < COUNT; i++) by_v += dx[i] * v[i], by_w += dx[i] * w[i];
  set_up(rank, x, v, w);
#ifdef __cplusplus
  double tangent = __enzyme_fwddiff<double>((void *)f, enzyme_const, COUNT, enzyme_dup, x, v);
#else
  double tangent = __enzyme_fwddiff((void *)f, enzyme_const, COUNT, enzyme_dup, x, v);
#endif
  compare("forward and reverse", rank, 0, sum_of(tangent), sum_of(by_v), 1e-11);
#ifndef __cplusplus
  set_up(rank, x, v, w);
  struct two both = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_const, COUNT, enzyme_dup, x, v, w);
  compare("two directions, the first", rank, 0, sum_of(both.first), sum_of(by_v), 1e-11);
  compare("two directions, the second", rank, 0, sum_of(both.second), sum_of(by_w), 1e-11);
#endif
  if (sum_of(value) == 0) failures++;
  int all;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all != 0;
}
