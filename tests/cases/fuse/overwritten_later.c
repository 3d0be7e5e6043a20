// What the loop reads is overwritten after it.
// check: double f(int n = 3, int m = 2, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2} seed {0.25, 0.375, 0.5,
//   0.625, 0.25, 0.375})
// value: 0.5122
// expect: x = {0.851, 0.3855, -0.884, 1.1945, 0.157, 0.1235}
double f(int n, int m, double *x) {
  double total = 0;
  for (int p = 0; p < n; ++p) {
    double product = 1;
    for (int i = 0; i < m; ++i)
      product *= x[p * m + i] * x[p * m + i];
    total += product;
  }
  for (int i = 0; i < n * m; ++i)
    x[i] *= 0.5;
  return total;
}
