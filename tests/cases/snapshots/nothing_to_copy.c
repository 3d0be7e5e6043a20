// Loops that do not run, and rows of no length.
// check: double f(int n = 4, int m = 0, int steps = 3,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: 1.9724110223599713
// expect: a = {2.82957720685243, 6.24827003277624, 3.37730341562514, 1.11738553169567, 0.25, 0.375, 0.5, 0.625}
double f(int n, int m, int steps, double *a) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j)
        sum += a[i] * a[n + j] * a[n + j];
      for (int j = s; j < 2; ++j)
        sum += a[i] * a[j] * a[j + 1];
    }
    for (int i = 0; i < n; ++i)
      a[i] *= 0.5 + 0.1 * sum;
  }
  return sum;
}
