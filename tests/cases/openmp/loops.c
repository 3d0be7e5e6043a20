// Loops whose iterations OpenMP shares among threads, with every schedule.
// flags: -fopenmp
#include <math.h>

// check: double by_default(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2}, double c = 1.5)
// value: 3.45718534067991
// expect: x = {1.09753330331073, 0.646764775197999, -0.449300259284361, -0.942260434084109, -1.48498874490067},
//   c = -2.60743548798606
double by_default(int n, double *x, double c) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += sin(c * x[i]);
  return sum;
}

// check: double in_chunks(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2}, double *y = {0, 0, 0, 0, 0} seed {1, 0.5, 0.25, 2, 1})
// value: 23.819482539869
// expect: x = {38.8536669371229, 23.0197918171911, 34.2219683663433, 18.2524867654735, 17.4402925155363}, y = {0, 0,
//   0, 0, 0}
double in_chunks(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel for schedule(static, 2) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] * x[n - 1 - i];
    sum += exp(y[i]);
  }
  return sum;
}

// check: double dynamic(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 40.078125
// expect: x = {1, 1.5, 4.6875, 13.5, 80}
double dynamic(int n, double *x) {
  double sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double power = 1;
    for (int k = 0; k <= i; ++k)
      power *= x[i];
    sum += power;
  }
  return sum;
}

// check: double guided(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 1.71108631780609
// expect: x = {0.306852819440055, 0.712317927548219, 1.22314355131421, 1.40546510810816, 1.69314718055995}
double guided(int n, double *x) {
  double sum = 0;
#pragma omp parallel for schedule(guided, 2) reduction(+ : sum)
  for (long i = n - 1; i >= 0; --i)
    sum += x[i] * log(x[i]);
  return sum;
}

// check: double chosen_at_run_time(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 5.8125
// expect: x = {1, 0, 2.5, 0, 4}
double chosen_at_run_time(int n, double *x) {
  double sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (unsigned i = 0; i < (unsigned)n; i += 2)
    sum += x[i] * x[i];
  return sum;
}

// check: double chosen_freely(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 5.33012460748557
// expect: x = {0.707106781186548, 0.577350269189626, 0.447213595499958, 0.408248290463863, 0.353553390593274}
double chosen_freely(int n, double *x) {
  double sum = 0;
#pragma omp parallel for schedule(auto) reduction(+ : sum)
  for (unsigned long i = 0; i < (unsigned long)n; ++i)
    sum += sqrt(x[i]);
  return sum;
}

// check: double collapsed(int n = 2, int m = 3, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25}, double *w = {1, 2, 3})
// value: 16.5
// expect: x = {1, 3, 7.5, 3, 8, 1.5}, w = {2.5, 4.5625, 1.625}
double collapsed(int n, int m, double *x, double *w) {
  double sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      sum += x[i * m + j] * x[i * m + j] * w[j];
  return sum;
}

// check: double ordered(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 35.7294921875
// expect: x = {15.8203125, 29.8828125, 35.3671875, 40.97265625, 34.7294921875}
double ordered(int n, double *x) {
  double state = 1;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < n; ++i) {
    double step = x[i] * x[i];
#pragma omp ordered
    state = state * step + x[i];
  }
  return state;
}

// check: double vectors(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 31.125
// expect: x = {2.75, 4.6875, 9.6875, 12.75, 20}
double vectors(int n, double *x) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += 2 * x[i] * x[i];
  return sum;
}

// check: double never(int n = 0, double *x = {0.5})
// value: 0.5
// expect: x = {1}
double never(int n, double *x) {
  double sum = x[0];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}
