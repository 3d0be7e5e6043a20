// example: sums squares and overwrites what it has read: the reverse sweep needs values that memory no longer holds
// check: double squares(double *x = {1, 2, 3} seed {0, 0, 0}, int n = 3)
// value: 14.0
// expect: x = {2, 4, 6}
// check: double squares(double *x = {0.5, -1} seed {1, 10}, int n = 2)
// value: 1.25
// expect: x = {2, -22}
// time: double squares(double *x = ramp(2000, -1, 1) seed repeat(2000, 1), int n = 2000)

double squares(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    x[i] = x[i] * x[i];
  }
  return sum;
}
