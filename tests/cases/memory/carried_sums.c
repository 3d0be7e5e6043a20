// Loops that read neighbours: what is added to the adjoint of an element goes from iteration to iteration in a register.

// check: double neighbours(int n = 17, double *x = ramp(18, 0.1, 1.8), double *w = ramp(17, 1, -1))
// value: -16.473
// expect: x = {0.04, 0.11875, 0.225, 0.33625, 0.43, 0.48375, 0.475, 0.38125, 0.18, -0.15125, -0.635, -1.29375, -2.15, -3.22625,
//   -4.545, -6.12875, -8, -6.12}, w = {0.004, 0.018, 0.048, 0.1, 0.18, 0.294, 0.448, 0.648, 0.9, 1.21, 1.584, 2.028, 2.548, 3.15,
//   3.84, 4.624, 5.508}
// check: double neighbours(int n = 5, double *x = ramp(18, 0.1, 1.8), double *w = ramp(17, 1, -1))
// value: 0.20825
// expect: x = {0.04, 0.11875, 0.225, 0.33625, 0.43, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
//   w = {0.004, 0.018, 0.048, 0.1, 0.18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
// check: double neighbours(int n = 2, double *x = ramp(18, 0.1, 1.8), double *w = ramp(17, 1, -1))
// value: 0.01975
// expect: x = {0.04, 0.11875, 0.105, 0, ...}, w = {0.004, 0.018, 0, ...}
// check: double neighbours(int n = 1, double *x = ramp(18, 0.1, 1.8), double *w = ramp(17, 1, -1))
// value: 0.004
// expect: x = {0.04, 0.04, 0, ...}, w = {0.004, 0, ...}
// check: double neighbours(int n = 0, double *x = ramp(18, 0.1, 1.8), double *w = ramp(17, 1, -1))
// value: 0
// expect: x = {0, 0, 0, ...}, w = {0, 0, ...}
double neighbours(int n, const double *restrict x, const double *restrict w) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += w[i] * x[i] * x[i + 1] * x[i + 1];
  return sum;
}

// check: double three(int n = 19, double *x = {0.3, 0.5, 0.7, 0.4, 0.6, 0.3, 0.5, 0.7, 0.4, 0.6, 0.3, 0.5, 0.7, 0.4, 0.6, 0.3, 0.5, 0.7, 0.4},
//   double *w = ramp(19, 1, -1))
// value: -0.0305555555555555
// expect: x = {0, -0.544444444444444, 1.55, -1.24444444444444, 1.20555555555556, -0.488888888888889, -0.0222222222222222,
//   0.411111111111111, -0.216666666666667, 0.0111111111111111, 0.0388888888888889, 0.2, -0.727777777777778, 0.811111111111111,
//   -1.18333333333333, 0.566666666666667, ...},
//   w = {0, 0, 0.175, 0.1, 0.15, 0.075, 0, 0.175, 0.1, 0.15, 0.075, 0, 0.175, 0.1, 0.15, 0.075, 0, 0.175, 0}
// check: double three(int n = 2, double *x = {0.3, 0.5}, double *w = {1, 2})
// value: 0
// expect: x = {0, 0}, w = {0, 0}
double three(int n, const double *x, const double *w) {
  double sum = 0;
  for (int i = 1; i < n - 1; ++i) {
    double bend = x[i - 1] - 2 * x[i] + x[i + 1];
    sum += w[i] * bend * bend * x[i];
  }
  return sum;
}

// check: double in_place(int n = 9, double *x = ramp(10, 0.1, 1.0))
// value: 49.36136042419389
// expect: x = {1.15065564406424, 2.51092740107064, 4.19480624852739, 6.37510095650232, 9.22144829654133, 12.6705813136452,
//   16.054313306265, 17.8825733312291, 16.2494158982578, 10}
double in_place(int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i + 1] += 0.3 * x[i] * x[i];
  double sum = 0;
  for (int i = 0; i <= n; ++i)
    sum += x[i] * (i + 1);
  return sum;
}

// check: double strides(int n = 6, double *x = ramp(13, 0.1, 1.3))
// value: 3.486
// expect: x = {0.06, 0.03, 0.22, 0.15, 0.54, 0.35, 1.02, 0.63, 1.66, 0.99, 2.46, 1.43, 1.32}
double strides(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[2 * i] * x[2 * i + 2] * x[2 * i + 1];
  return sum;
}

// check: double downwards(int n = 12, double *x = ramp(13, 0.1, 1.3))
// value: 66.794
// expect: x = {0.04, 0.25, 0.8, 1.87, 3.64, 6.29, 10, 14.95, 21.32, 29.29, 39.04, 50.75, 17.28}
double downwards(int n, const double *x) {
  double sum = 0;
  for (int i = n; i > 0; --i)
    sum += x[i] * x[i - 1] * x[i - 1] * i;
  return sum;
}

static void add_products(int n, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i + 1];
}

// Arguments that overlap, by every distance.
// check: double overlap(int n = 6, int distance = 0, double *z = ramp(10, 0.1, 1.0))
// value: 43.82
// expect: z = {1.2, 2.7, 4.6, 6.9, 9.6, 12.7, 10.6, 8, 9, 10}
// check: double overlap(int n = 6, int distance = 1, double *z = ramp(10, 0.1, 1.0))
// value: 48.686328
// expect: z = {1.81448, 4.47964, 8.42776, 13.34582, 17.845456, 19.32788, 14.44744, 8, 9, 10}
// check: double overlap(int n = 6, int distance = 2, double *z = ramp(10, 0.1, 1.0))
// value: 54.7087737567376
// expect: z = {5.5495068764256, 13.8772025961105, 22.747534382128, 30.0076536184304, 29.6250078845731, 25.4867553284096,
//   14.20715776, 8, 9, 10}
// check: double overlap(int n = 6, int distance = 3, double *z = ramp(10, 0.1, 1.0))
// value: 50.6454768
// expect: z = {4.449616, 8.672492, 14.235112, 17.24808, 16.49228, 18.8968, 13.534, 8, 9, 10}
double overlap(int n, int distance, double *z) {
  add_products(n, z, z + distance);
  double sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += z[i] * (i + 1);
  return sum;
}

// The same array in the other direction, too.
// check: double mixed(int n = 9, double *x = ramp(10, 0.1, 1.0))
// value: 4.41
// expect: x = {0.4, 1.57, 1.72, 1.85, 1.96, 2.05, 2.12, 2.17, 2.2, 0.91}
double mixed(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i + 1] + x[n - i] * x[i] * x[i];
  return sum;
}

// check: double far(int n = 9, double *x = ramp(13, 0.1, 1.3))
// value: 3.63
// expect: x = {0.1, 0.23, 0.4, 0.61, 0.88, 1.21, 1.6, 2.05, 2.56, 1.59, 0.56, 0.72, 0.9}
double far(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i + 4] * x[i + 1];
  return sum;
}

// check: double rows(int n = 4, int m = 6, double *u = {0, 0.7, 0.3, 1.0, 0.6, 0.2, 0.9, 0.5, 0.1, 0.8, 0.4, 0, 0.7, 0.3, 1.0, 0.6,
//   0.2, 0.9, 0.5, 0.1, 0.8, 0.4, 0, 0.7})
// value: 6.897
// expect: u = {0, 0, 0.44, -1.76, 0, 0, 0, 1.1, -3.08, 8.69, -1.32, 0, 0.66, -5.83, 23.54, -5.72, ...}
double rows(int n, int m, const double *u) {
  double sum = 0;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      int at = i * m + j;
      double bend = u[at - 1] + u[at + 1] + u[at - m] + u[at + m] - 4 * u[at];
      sum += bend * bend * u[at];
    }
  return sum;
}
