// Values that the program stores itself: read again from there, unless something overwrites them.
#include <math.h>

// check: double kept(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0.5, 0.25, 0.125, 1})
double kept(int n, double *x, double *y) {
  double norm = 0, sum = 0;
  for (int i = 0; i < n; ++i)
    norm += x[i] * x[i];
  for (int i = 0; i < n; ++i) {
    y[i] = exp(x[i]) / norm;
    sum += y[i] * y[i] * y[i];
  }
  return sum;
}

// What lies there is changed before the reverse sweep comes.
// check: double overwritten(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0.5, 0.25, 0.125, 1})
double overwritten(int n, double *x, double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = exp(x[i]);
    sum += y[i] * y[i];
  }
  for (int i = 1; i < n; ++i)
    y[i] = y[i] * y[i - 1] + 0.5;
  return sum;
}

// Each iteration stores one place further, in the array that it reads from.
// check: double in_place(int n = 4, double *a = {0.5, 0.1, 0.2, 0.3, 0.4} seed {1, 0.5, 0.25, 0.125, 0.75})
double in_place(int n, double *a) {
  double *x = a, *y = a + 1, sum = 0;
  for (int i = 0; i < n; ++i) {
    double value = sin(x[i]) + 0.1 * y[i];
    y[i] = value;
    sum += value * value;
  }
  return sum;
}

// Stored on one way only, and over what the iteration before stored.
// check: double sometimes(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 0.25}, double *y = {0, 0, 0, 0, 0} seed {0.5, 1, 2, 3, 4})
double sometimes(int n, double *x, double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.6) {
      double value = exp(x[i]) / x[i];
      y[i] = value;
      y[i / 2] = value * 0.5;
      sum += value * value;
    }
  return sum;
}

// The path of a state, and the state itself is what is carried.
// check: double path(int n = 6, double start = 0.4, double rate = 0.7, double *states = {0, 0, 0, 0, 0, 0} seed {1, 2, 3, 4, 5, 6})
double path(int n, double start, double rate, double *states) {
  double state = start, sum = 0;
  for (int i = 0; i < n; ++i) {
    states[i] = state;
    state = state + rate * sin(state) * 0.1;
    sum += state * state;
  }
  return sum;
}
