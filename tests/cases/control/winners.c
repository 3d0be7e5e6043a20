// Loops that look for the best of many: only the iteration that won has a derivative.
#include <math.h>

static double square_distance(int d, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < d; ++i)
    sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

// check: double nearest(int n = 3, int k = 3, int d = 2, double *points = {0.1, 0.9, 0.4, 0.35, 0.8, 0.2},
//   double *centres = {0.3, 0.4, 0.9, 0.1, 0.5, 0.6})
// value: 0.2825
// expect: points = {-0.8, 0.6, 0.2, -0.1, -0.2, 0.2}, centres = {-0.2, 0.1, 0.2, -0.2, 0.8, -0.6}
// Nobody to win:
// check: double nearest(int n = 3, int k = 0, int d = 2, double *points = {0.1, 0.9, 0.4, 0.35, 0.8, 0.2},
//   double *centres = {0.3, 0.4, 0.9, 0.1, 0.5, 0.6})
// value: 30
// expect: points = {0, 0, 0, 0, 0, 0}, centres = {0, 0, 0, 0, 0, 0}
// check: double nearest(int n = 3, int k = 1, int d = 2, double *points = {0.1, 0.9, 0.4, 0.35, 0.8, 0.2},
//   double *centres = {0.3, 0.4, 0.9, 0.1, 0.5, 0.6})
// value: 0.5925
// expect: points = {-0.4, 1, 0.2, -0.1, 1, -0.4}, centres = {-0.8, -0.5, 0, 0, 0, 0}
// The first of equals wins:
// check: double nearest(int n = 3, int k = 3, int d = 2, double *points = {0.25, 0.25, 0.25, 0.75, 0.75, 0.75},
//   double *centres = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5})
// value: 0.375
// expect: points = {-0.5, -0.5, -0.5, 0.5, 0.5, 0.5}, centres = {0.5, -0.5, 0, 0, 0, 0}
// differences: off (there are other nearest centres)
// check: double nearest(int n = 0, int k = 3, int d = 2, double *points = {0.5}, double *centres = {0.3})
// value: 0
// expect: points = {0}, centres = {0}
double nearest(int n, int k, int d, double *points, double *centres) {
  double sum = 0;
  for (int p = 0; p < n; ++p) {
    double best = 10;
    for (int c = 0; c < k; ++c) {
      double square = square_distance(d, &points[p * d], &centres[c * d]);
      if (square < best)
        best = square;
    }
    sum += best;
  }
  return sum;
}

// Two values that are taken together, and not always looked at.
// check: double hit(int n = 5, double *t = {0.9, 0.2, 0.7, 0.5, 0.4}, double *shade = {1.1, 0.3, 0.6, 0.8, 0.2},
//   int *visible = {1, 0, 1, 1, 0}, double x = 1.3)
// value: 4.28894493111446
// expect: t = {0, 0, 0, 4.32324209378187, 0}, shade = {0, 0, 0, 3.88713344398107, 0}, x = 5.63742319251653
double hit(int n, double *t, double *shade, int *visible, double x) {
  double best = 100, colour = 0.5;
  for (int i = 0; i < n; ++i)
    if (visible[i]) {
      double distance = t[i] * x * x + exp(-x * t[i]);
      if (distance < best) {
        best = distance;
        colour = shade[i] * distance;
      }
    }
  return 2 * best + colour * colour * x;
}

// The best of the best.
// check: double farthest(int n = 4, int m = 3, double *a = {0.1, 0.95, 0.5, 0.3}, double *b = {0.2, 0.6, 0.45})
// value: 0.1225
// expect: a = {0, 0.7, 0, 0}, b = {0, -0.7, 0}
double farthest(int n, int m, double *a, double *b) {
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double best = INFINITY;
    for (int j = 0; j < m; ++j) {
      double distance = (a[i] - b[j]) * (a[i] - b[j]);
      if (distance < best)
        best = distance;
    }
    if (best > worst)
      worst = best;
  }
  return worst;
}

// check: double spread(int n = 5, double *x = {0.7, 1.4, 0.2, 1.1, 0.9})
// value: 1.78417629537825
// expect: x = {0, 3.3756880512417, -1.18404793908993, 0, 0}
double spread(int n, double *x) {
  double low = 1e9, high = -1e9;
  for (int i = 0; i < n; ++i) {
    double value = x[i] * sin(x[i]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  return high * high - 3 * low;
}

// What wins depends on what won before.
// check: double blended(int n = 4, double *x = {1.5, 0.7, 1.2, 0.4})
// value: 0.954375
// expect: x = {0.1875, 0.175, 0.6, 0.4}
double blended(int n, double *x) {
  double best = 5;
  for (int i = 0; i < n; ++i) {
    double value = x[i] * x[i];
    if (value < best)
      best = 0.5 * (best + value);
  }
  return best;
}

// All iterations count for something else.
// check: double both(int n = 4, double *x = {1.5, 0.7, 1.2, 0.4})
// value: 2.39199772987469
// expect: x = {4.51364981524673, 0.0639599397391844, 1.49100408486005, -0.431551899789721}
double both(int n, double *x) {
  double best = INFINITY, sum = 0;
  for (int i = 0; i < n; ++i) {
    double value = exp(x[i]) - 2 * x[i];
    sum += value * value;
    if (value < best)
      best = value;
  }
  return sum * best;
}

// What was read is overwritten afterwards.
// check: double overwritten(int n = 4, double *x = {1.5, 0.7, 1.2, 0.4})
// value: 0.68680731
// expect: x = {0.382347, -1.921543, 0.9176328, 0.4078368}
double overwritten(int n, double *x) {
  double best = INFINITY, sum = best;
  for (int i = 0; i < n; ++i) {
    double value = x[i] * x[i] * x[i] - x[i];
    if (value < best)
      best = value;
  }
  sum = best;
  for (int i = 0; i < n; ++i) {
    x[i] *= best;
    sum += (i + 1) * x[i] * x[i];
  }
  for (int i = 0; i < n; ++i)
    x[i] = 0;
  return sum;
}

// Left as soon as something is good enough.
// check: double enough(int n = 5, double *x = {1.5, 0.4, 1.2, 0.8, 0.7})
// value: 1.89
// expect: x = {0, 0, 0, 0.0375, 0}
double enough(int n, double *x) {
  double best = INFINITY;
  for (int i = 0; i < n; ++i) {
    double value = x[i] * x[i] + 1 / x[i];
    if (value < best)
      best = value;
    if (best < 2.1)
      break;
  }
  return best;
}

// The best way through a lattice.
// check: double path(int n = 3, double *cost = {0.3, 0.5, 0.1, 0.8, 0.2, 0.9, 0.4, 0.6, 0.7},
//   double *move = {0.2, 0.9, 0.4, 0.7, 0.1, 0.5, 0.3, 0.8, 0.6})
// value: 2.87
// expect: cost = {0, 1.9, 0, 0, 0, 2.3, 0, 0, 2}, move = {0, 0.5, 0, 0, 0, 0.9, 0, 0, 0.7}
double path(int n, double *cost, double *move) {
  double score[3] = {0}, next[3], best = -1e300;
  for (int t = 0; t < n; ++t) {
    for (int j = 0; j < 3; ++j) {
      double most = -1e300;
      for (int k = 0; k < 3; ++k) {
        double sum = score[k] + move[k * 3 + j] * cost[t * 3 + j];
        if (sum > most)
          most = sum;
      }
      next[j] = most + cost[t * 3 + j] * cost[t * 3 + j];
    }
    for (int j = 0; j < 3; ++j)
      score[j] = next[j];
  }
  for (int j = 0; j < 3; ++j)
    if (score[j] > best)
      best = score[j];
  return best;
}

// NaN never wins.
// check: double unordered(int n = 4, double *x = {1.5, 0.7, 1.2, 0.4}, inactive double *w = {1, NAN, 1, 2})
// value: 0.32
// expect: x = {0, 0, 0, 1.6}
double unordered(int n, double *x, double *w) {
  double best = 3;
  for (int i = 0; i < n; ++i) {
    double value = x[i] * x[i] * w[i];
    if (value < best)
      best = value;
  }
  return best;
}

// What is taken does not depend on the counter, but what decides does, by way of a function that may set errno.
// check: double regardless(int n = 3, double *x = {1.0, 1.0, -1.5}, double w = 0.7)
// value: 0.31795150287758134
// expect: x = {0, 0, 0}, w = 1.2320301163180338
// check: double regardless(int n = 0, double *x = {1.0}, double w = 0.7)
// value: 35
// expect: x = {0}, w = 50
double regardless(int n, double *x, double w) {
  double best = 50;
  for (int i = 0; i < n; ++i) {
    double value = x[i] - cos(0.5 * sinh(0.1 * i));
    if (value <= best)
      best = tanh(w * w);
  }
  return best * w;
}
