// Regions that use the numbers of their threads: all of them run.
// flags: -fopenmp
#include <math.h>
#include <omp.h>
#include <stdlib.h>

// check: double by_number(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 14.890625
// expect: x = {0.75, 1.6875, 4.6875, 6.75, 12, 0.1875, 3}
double by_number(int n, double *x) {
  int most = omp_get_max_threads();
  double *parts = calloc(most, sizeof(double)), sum = 0;
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int i = thread; i < n; i += threads)
      parts[thread] += x[i] * x[i] * x[i];
  }
  for (int i = 0; i < most; ++i)
    sum += parts[i];
  free(parts);
  return sum;
}

// The program relies on as many threads as it asks for.
// check: double as_asked(int n = 8, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3})
// value: 6.57869194587266
// expect: x = {0.918216819549389, 1.2304054116787, 1.34313757234967, 1.10360078910561, 0.0770037537313969,
//   0.489632064682184, 1.38177329067604, -2.82885748174147}
double as_asked(int n, double *x) {
  double sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int low = omp_get_thread_num() * n / 4, high = (omp_get_thread_num() + 1) * n / 4;
    for (int i = low; i < high; ++i)
      sum += sin(x[i]) * x[i];
  }
  return sum;
}

static double weight(int thread) { return thread + 1.0; }
static double orphan(double *x, int n) {
  double sum = 0;
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    sum += weight(0 * omp_get_thread_num()) * x[i] * x[i];
  return sum;
}

// check: double outside_of_the_region(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 9.6875
// expect: x = {1, 1.5, 2.5, 3, 4, 0.5, 2}
double outside_of_the_region(int n, double *x) {
  double total = 0;
#pragma omp parallel num_threads(3)
  {
    double part = orphan(x, n);
#pragma omp atomic
    total += part;
  }
  return total;
}

// check: double every_schedule(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1}, double *y = {0, 0, 0, 0, 0, 0, 0} seed {0, 0, 0, 0, 0, 0, 0})
// value: 35.7861921694972
// expect: x = {5.39872127070013, 4, 6, 10.7316890703381, 6.25, 4.5, 6.71828182845905}, y = {0, 0, 0, 0, 0, 0, 0}
double every_schedule(int n, double *x, double *y) {
  double sum = 0;
  int lasts = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    int last = 0;
    sum += 0 * omp_get_thread_num();
#pragma omp for schedule(dynamic, 2) nowait
    for (int i = 0; i < n; ++i)
      sum += x[i] * x[i];
#pragma omp for schedule(static, 2) nowait
    for (int i = n - 1; i >= 0; --i)
      sum += x[i] * 2;
#pragma omp for schedule(guided) nowait
    for (long i = 0; i < n; i += 3)
      sum += exp(x[i]);
#pragma omp single nowait
    sum += x[0] * x[1];
#pragma omp sections nowait
    {
#pragma omp section
      sum += x[2] * x[3];
#pragma omp section
      sum += x[4] * x[5];
    }
  }
  return sum + lasts;
}

// Threads wait for each other before the first one adds up what all have left.
// check: double waiting(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 19.5859375
// expect: x = {2.875, 10.21875, 7.1875, 20.4375, 11.5, 3.40625, 5.75}
double waiting(int n, double *x) {
  double parts[4] = {0}, sum = 0;
#pragma omp parallel num_threads(4)
  {
    int thread = omp_get_thread_num();
    for (int i = thread; i < n; i += 4)
      parts[thread] += x[i] * x[i];
#pragma omp barrier
    if (thread == 0)
      for (int k = 0; k < 4; ++k)
        sum += parts[k] * parts[(k + 1) % 4];
  }
  return sum;
}

// Every thread reads what its neighbour has written in the step before.
// check: double step_by_step(int n = 3, double *x = {0.5, 0.75, 1.25}, int steps = 3)
// value: 1.30293813144994
// expect: x = {6.87791348932457, 4.74476494916725, 2.82682773310661}
double step_by_step(int n, double *x, int steps) {
  double y[3];
#pragma omp parallel num_threads(n)
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    double own = x[thread];
    for (int t = 0; t < steps; ++t) {
      y[thread] = own;
#pragma omp barrier
      own = own * y[(thread + 1) % threads] + 0.1 * thread;
#pragma omp barrier
    }
    y[thread] = own * own;
  }
  return y[0] + 2 * y[1] + 3 * y[2];
}

// check: double with_reduction(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 82.34375
// expect: x = {18.1875, 22.4375, 30.9375, 25.5, 34, 4.25, 17}
double with_reduction(int n, double *x) {
  double sum = 0, result = 0;
#pragma omp parallel num_threads(3)
  {
    int thread = omp_get_thread_num();
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += x[i] * x[i];
    double part = sum * x[thread];
#pragma omp barrier
#pragma omp single
    sum = 2 * sum;
    part += sum;
#pragma omp critical
    result += part;
  }
  return result;
}

// What every thread does counts as often as there are threads.
// check: double for_each_thread(int n = 3, double *x = {0.5, 0.75, 1.25})
// value: 18.8125
// expect: x = {4, 10, 14.5}
double for_each_thread(int n, double *x) {
  double sum = 0, other = 0, more = 0, last = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += x[0] * x[0];
#pragma omp parallel num_threads(5)
  {
#pragma omp for
    for (int i = 0; i < n; ++i)
      x[i] *= 1;
#pragma omp atomic
    other += x[1] * 2;
#pragma omp critical
    more += x[2] * x[2];
  }
#pragma omp parallel for num_threads(3) lastprivate(last)
  for (int i = 0; i < n; ++i)
    last = x[i] * 2;
  return sum + other + more + last;
}

// What lies between two turns of the first thread is no part of them.
// check: double between_turns(int n = 2, double *x = {0.5, 0.75})
// value: 4
// expect: x = {5, 2}
double between_turns(int n, double *x) {
  double sum = 0, other = 0, product = 1;
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    other += x[1] * n;
#pragma omp atomic
    sum += x[0];
#pragma omp barrier
#pragma omp master
    other += x[0] * 2;
  }
#pragma omp parallel num_threads(2) reduction(* : product)
  product = 1;
  return (sum + other) * product;
}
