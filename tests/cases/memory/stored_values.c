// Values that the program stores itself: read again from there, unless something overwrites them.
#include <math.h>

// check: double kept(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5}, double *y = {0, 0, 0, 0} seed {0.5, 0.25, 0.125, 1})
// value: 1.48089769139297
// expect: x = {-0.939633065886069, -1.47852546492702, -1.75069794446408, -0.0626368616709118}, y = {0, 0, 0, 0}
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
// value: 39.4680017826883
// expect: x = {63.2544718098658, 65.9569256582738, 88.5254120765746, 104.831384356783}, y = {0, 0, 0, 0}
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
// value: 1.00095475765319
// expect: a = {5.09364219193765, 0.46646804183525, 0.360958334675322, 0.269682401062319, 0.17901335542768}
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
// value: 24.6911486702013
// expect: x = {0, -5.54685371483911, 4.23562820032788, 9.43702836528151, 0}, y = {0, 0, 0, 0, 4}
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
// value: 1.55578922547515
// expect: start = 33.5087577181691, rate = 4.36019208074765, states = {0, 0, 0, 0, 0, 0}
double path(int n, double start, double rate, double *states) {
  double state = start, sum = 0;
  for (int i = 0; i < n; ++i) {
    states[i] = state;
    state = state + rate * sin(state) * 0.1;
    sum += state * state;
  }
  return sum;
}
