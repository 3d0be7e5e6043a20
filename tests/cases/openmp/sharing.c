// What the threads of a region share, and what each has of its own.
// flags: -fopenmp
#include <math.h>

// check: double private_copies(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double a = 2)
// value: 23.207023112182
// expect: x = {9.72544150562651, 1.27326963001865, -14.4205850798448, 13.1228325441013}, a = 3.73809522083658
double private_copies(int n, double *x, double a) {
  double t, last = 0, sum = 0;
#pragma omp parallel for private(t) firstprivate(a) lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    t = a * x[i];
    last = t * t;
    sum += sin(t);
  }
  return sum * last;
}

static double factor = 1.5;
#pragma omp threadprivate(factor)

// check: double thread_private(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 2.3125
// expect: x = {5.125, 0.75, 1.25, 1.5}
double thread_private(int n, double *x) {
  double sum = 0;
  factor = x[0];
#pragma omp parallel for copyin(factor) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += factor * x[i] * x[i];
  return sum;
}

// The last value of a loop, and a variable of each thread.
// check: double last_of_private(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 18.75
// expect: x = {3.125, 3.125, 33.125, 3.125, 12.5}
double last_of_private(int n, double *x) {
  double sum = 0, last = 0;
  factor = x[2];
#pragma omp parallel for copyin(factor) lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    last = x[i] * factor;
    sum += last;
  }
  return sum * last;
}

// check: double one_for_all(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 4.40165749316727
// expect: x = {9.42158546284708, 6.66275166378611, 1.30887860904819, 1.68063340137677}
double one_for_all(int n, double *x) {
  double sum = 0, scale;
#pragma omp parallel private(scale) reduction(+ : sum)
  {
#pragma omp single copyprivate(scale)
    scale = x[0] * x[1];
#pragma omp for
    for (int i = 0; i < n; ++i)
      sum += scale * exp(x[i]);
  }
  return sum;
}

// check: double local_arrays(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 6.734375
// expect: x = {5.09375, 4.125, 6.1875, 2.375}
double local_arrays(int n, double *x) {
  double total = 0, table[3] = {x[0], x[1], x[2]};
#pragma omp parallel for firstprivate(table) reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    double own[3];
    for (int k = 0; k < 3; ++k)
      own[k] = table[k] * x[i];
    total += own[0] * own[1] + own[2];
  }
  return total;
}

// check: double of_sections(double *x = {0.5, 0.75, 1.25, 1.5})
// value: 0.797447624340911
// expect: x = {3.18979049736364, 1.06326349912121, 0.26497064722126, 0.797447624340911}
double of_sections(double *x) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = x[0] * x[1];
#pragma omp section
    b = sin(x[2]);
#pragma omp section
    c = exp(x[3]) * x[0];
  }
  return a * b * c;
}

// check: double regions(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0, 0, 0, 0})
// value: 161.132221460342
// expect: x = {4.41691780090332, 4.29877853393555, 987.04195022583, 829.524541854858}, y = {0, 0, 0, 0}
double regions(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel shared(sum)
  {
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      y[i] = x[i] * x[i];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; ++i)
      y[i] = y[i] * y[i];
#pragma omp master
    sum += y[0] * y[1];
#pragma omp barrier
#pragma omp masked
    sum += y[2] * y[3];
#pragma omp barrier
#pragma omp single
    sum = sum * sum;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += y[i];
  }
  return sum;
}

// check: double time_loop(int n = 4, int steps = 3, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0, 0, 0, 0})
// value: 4.40333810016486
// expect: x = {1.29702113014932, 1.66514526622767, 2.3120987749786, 2.78258767780288}, y = {0, 0, 0, 0}
double time_loop(int n, int steps, double *x, double *y) {
  double sum = 0;
#pragma omp parallel
  for (int t = 0; t < steps; ++t) {
#pragma omp for
    for (int i = 0; i < n; ++i)
      y[i] = x[i] + 0.1 * sin(x[(i + 1) % n] - x[i]);
#pragma omp for
    for (int i = 0; i < n; ++i)
      x[i] = y[i];
  }
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

// check: double nested(int n = 2, int m = 3, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 4.05357240602247
// expect: x = {0.324442842261525, 0.486664263392288, 0.811107105653813, 0.597022314125993, 0.796029752167991,
//   0.0995037190209989}
double nested(int n, int m, double *x) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    double row = 0;
#pragma omp parallel for reduction(+ : row)
    for (int j = 0; j < m; ++j)
      row += x[i * m + j] * x[i * m + j];
    total += sqrt(row);
  }
  return total;
}

// check: double on_condition(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 5.875
// expect: x = {0.75, 1.6875, 4.6875, 6.75}
double on_condition(int n, double *x) {
  double sum = 0;
#pragma omp parallel for if (n > 100) num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
  return sum;
}
