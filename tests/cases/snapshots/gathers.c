// Loads through indices that are data, from arrays that are overwritten later.
#include <stdlib.h>
#include <string.h>

static void multiply(int n, const int *starts, const int *columns, const double *values, const double *x, double *y) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      sum += values[k] * x[columns[k]] * x[columns[k]];
    y[i] = sum;
  }
}

// Two arrays that change places.
// check: double swapped(int n = 3, int steps = 4, int *starts = {0, 2, 3, 5}, int *columns = {0, 2, 1, 0, 1},
//   double *values = {0.5, 0.25, 0.75, 0.4, 0.6}, double *start = {0.9, 0.8, 0.7})
// value: 0.738948590333098
// expect: values = {0.285267845698617, 0.284059758855024, 0.411990922871604, 0.194198199946503, 0.14072767380741},
//   start = {0.172993688473116, 0.430504943144056, 0.0488303690012689}
double swapped(int n, int steps, int *starts, int *columns, double *values, double *start) {
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double)), sum = 0;
  memcpy(x, start, n * sizeof(double));
  for (int s = 0; s < steps; ++s) {
    multiply(n, starts, columns, values, x, y);
    for (int i = 0; i < n; ++i)
      y[i] = y[i] * 0.9 + 0.1;
    double *other = x;
    x = y;
    y = other;
  }
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * x[i];
  free(x);
  free(y);
  return sum;
}

// The loop writes the array that it gathers from: no copy serves all of its loads.
// check: double relaxed(int n = 3, int steps = 3, int *starts = {0, 2, 3, 5}, int *columns = {0, 2, 1, 0, 1},
//   double *values = {0.5, 0.25, 0.75, 0.4, 0.6}, double *start = {0.9, 0.8, 0.7})
// value: 0.963034924947683
// expect: values = {0.71023687914186, 0.380895301997316, 1.72156800821021, 0.158535847261795, 0.173169373255459},
//   start = {0.360691753426733, 1.66022190085818, 0.140269015221507}
double relaxed(int n, int steps, int *starts, int *columns, double *values, double *start) {
  double *x = malloc(n * sizeof(double)), sum = 0;
  memcpy(x, start, n * sizeof(double));
  for (int s = 0; s < steps; ++s)
    for (int i = 0; i < n; ++i) {
      double row = 0.1;
      for (int k = starts[i]; k < starts[i + 1]; ++k)
        row += values[k] * x[columns[k]] * x[columns[k]];
      x[i] = row;
    }
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * x[i];
  free(x);
  return sum;
}

// Objects on the stack, read through indices that wrap around, from two loops that overwrite what the other one reads.
// check: double ring(int steps = 3, double *p = {0.7, 0.4}, double *start = {1.0, 1.2, 1.4, 0.9})
// value: 5.87298793784188
// expect: p = {3.23660707780083, -3.94433012487553}, start = {2.13000939570389, 2.32211294567625, 2.40565785145824, 2.09308655908515}
double ring(int steps, double *p, double *start) {
  double y[4], middle[4], sum = 0;
  memcpy(y, start, sizeof y);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i)
      middle[i] = y[i] + 0.05 * (p[0] * y[(i + 1) % 4] - p[1] * y[i] * y[i]);
    for (int i = 0; i < 4; ++i)
      y[i] += 0.1 * (p[0] * middle[(i + 1) % 4] - p[1] * middle[i] * middle[i]);
  }
  for (int i = 0; i < 4; ++i)
    sum += y[i] * y[i];
  return sum;
}
