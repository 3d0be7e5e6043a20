// Tasks, with what they depend on, and loops of tasks.
// flags: -fopenmp
#include <math.h>

static double tree(double *x, int low, int high) {
  if (high - low == 1)
    return x[low] * x[low];
  int middle = (low + high) / 2;
  double a, b;
#pragma omp task shared(a) final(high - low < 2)
  a = tree(x, low, middle);
#pragma omp task shared(b) untied
  b = tree(x, middle, high);
#pragma omp taskwait
  return a * b + a;
}

// check: double recursive(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 2.374267578125
// expect: x = {9.4970703125, 2.279296875, 3.173828125, 1.8310546875}
double recursive(int n, double *x) {
  double result = 0;
#pragma omp parallel
#pragma omp single
  result = tree(x, 0, n);
  return result;
}

// check: double depending(double *x = {0.5, 0.75, 1.25})
// value: 0.437664948275202
// expect: x = {3.50131958620161, 0.875329896550403, 0.700263917240323}
double depending(double *x) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a) priority(2)
    a = x[0] * x[0];
#pragma omp task depend(out : b) shared(b)
    b = exp(x[1]);
#pragma omp task depend(in : a, b) depend(out : c) shared(a, b, c)
    c = a * b * x[2];
#pragma omp task depend(inout : c) shared(c)
    c = c * c;
#pragma omp taskwait
  }
  return c;
}

// check: double many(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0, 0, 0, 0})
// value: 3.13031216723705
// expect: x = {1.46832367725466, 1.90335918716773, 2.50814082214927, 2.73699542533537}, y = {0, 0, 0, 0}
double many(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel
#pragma omp master
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < n; ++i) {
#pragma omp task firstprivate(i) if (i != 2)
        y[i] = sin(x[i]) * x[(i + 1) % n];
      }
    }
    for (int i = 0; i < n; ++i)
      sum += y[i] * y[i];
  }
  return sum;
}

// check: double loop_of_tasks(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2}, double *y = {0, 0, 0, 0, 0} seed {1, 1, 1, 1, 1})
// value: 64
// expect: x = {0.75, 1.6875, 4.6875, 6.75, 204}, y = {0, 0, 0, 0, 0}
double loop_of_tasks(int n, double *x, double *y) {
  double last = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) lastprivate(last)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] * x[i];
    last = y[i];
  }
  return last * last;
}

// check: double reducing(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 9.875
// expect: x = {1.75, 2.6875, 5.6875, 7.75}
double reducing(int n, double *x) {
  double sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        sum += x[i] * x[i] * x[i];
      }
    }
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += x[i];
  }
  return sum;
}

// A task for one half, as deep as it goes, with more numbers of its own than one word holds.
// check: double deep_in_region(int n = 8, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3})
// value: 568.7255859375
// expect: x = {347.296875, 520.9453125, 270.7421875, 324.890625, 457.6875, 57.2109375, 96.54345703125, 289.63037109375}
static double deep_tree(const double *x, int from, int to, int depth) {
  if (to - from <= 2) {
    double sum = 0;
    for (int i = from; i < to; ++i)
      sum += x[i] * x[i];
    return sum;
  }
  int middle = (from + to) / 2;
  double a, b;
#pragma omp task shared(a) mergeable
  a = deep_tree(x, from, middle, depth + 1);
  b = deep_tree(x, middle, to, depth + 1);
#pragma omp taskwait
  return a * b + depth * a + b;
}

double deep_in_region(int n, double *x) {
  double result = 0;
#pragma omp parallel
#pragma omp single nowait
  result = deep_tree(x, 0, n, 1);
  return result;
}
