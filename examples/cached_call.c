// example: a sum of reads through a call, whose memory the caller overwrites afterwards: what the derivative of the
// example: call needs must be kept from before the overwriting
// check: double scaled_sum(double *x = {1, 2, 3, 4}, double y = 0.5, int n = 4)
// value: 15.0
// expect: x = {1, 2, 3, 4}, y = 30.0
// check: double sum_then_clear(double *x = {1, 2, 3} seed {0, 0, 0}, int n = 3)
// value: 14.0
// expect: x = {2, 4, 6}
// time: double scaled_sum(double *x = ramp(2000, 0, 1), double y = 0.5, int n = 2000)

double sum_of_squares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

double scaled_sum(double *x, double y, int n) { return y * sum_of_squares(x, n); }

double sum_then_clear(double *x, int n) {
  double sum = sum_of_squares(x, n);
  for (int i = 0; i < n; ++i)
    x[i] = 0;
  return sum;
}
