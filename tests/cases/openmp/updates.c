// Updates of what threads share: critical sections, atomic updates, locks.
// flags: -fopenmp
#include <math.h>
#include <omp.h>

// check: double critical(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 10.40625
// expect: x = {2.25, 3.375, 5.625, 20.625}
double critical(int n, double *x) {
  double sum = 0, last = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double term = x[i] * x[i];
#pragma omp critical
    sum += term;
#pragma omp critical(other)
    {
      if (term > last)
        last = term;
    }
  }
  return sum * last;
}

// check: double histogram(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 0.25}, double *h = {0, 0, 0} seed {1, 2, 3})
// value: 3.125
// expect: x = {1.625, 6.75, 10, 4.875, 2.25}, h = {1.625, 4.5, 4}
double histogram(int n, double *x, double *h) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    h[i % 3] += x[i] * x[i];
  }
  return h[0] * h[1] + h[2];
}

// check: double every_update(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 13.9635416666667
// expect: x = {-2.109375, -15.8628472222222, -9.79895833333333, -8.28298611111111}
double every_update(int n, double *x) {
  double a = 3, b = 1, c = 0, d = 5;
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    a -= x[i];
#pragma omp atomic
    b *= x[i];
#pragma omp atomic write
    c = x[0] * 3;
#pragma omp atomic update
    d = d / x[i];
#pragma omp atomic
    count++;
  }
  double read;
#pragma omp atomic read
  read = c;
  return a * b + read * d + count;
}

// check: double captured(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 4.625
// expect: x = {1, 1.5, 2.5, 3}
double captured(int n, double *x) {
  int next = 0;
  double sum = 0, y[8];
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = next++;
    y[at] = x[i] * x[i];
  }
  for (int i = 0; i < n; ++i)
    sum += y[i];
  return sum;
}

// check: float of_floats(int n = 4, float *x = {0.5, 0.75, 1.25, 1.5})
// value: 5.328125
// expect: x = {2.40625, 2.4375, 3.0625, 3.46875}
float of_floats(int n, float *x) {
  float sum = 0, product = 1;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    sum += x[i] * x[i];
#pragma omp atomic
    product *= x[i];
  }
  return sum + product;
}

// check: double locked(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 11.7377533151127
// expect: x = {1.64872127070013, 2.11700001661267, 3.49034295746184, 4.48168907033806}
double locked(int n, double *x) {
  double sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    omp_set_lock(&lock);
    sum += exp(x[i]);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return sum;
}
