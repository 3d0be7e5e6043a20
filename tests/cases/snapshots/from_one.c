// Indices from 1, as in old textbooks, and reads under a condition: nothing before the first element is touched.
// check: double f(int n = 6, int steps = 3,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375})
// value: 5.6069622640241494
// expect: a = {1.25847318492813, 2.29796023565902, 2.98106093254905, 3.27713427791205, 3.64957342673826, 2.06272911599233}
double f(int n, int steps, double *a) {
  double *b = a - 1, sum = 0;
  for (int s = 0; s < steps; ++s) {
    double total = 0;
    for (int i = 1; i <= n; ++i) {
      total += b[i] * b[i] * s;
      if (i > 1)
        total += b[i - 1] * b[i];
    }
    for (int i = 1; i <= n; ++i)
      b[i] = b[i] * 0.5 + 0.01 * total * b[i];
    sum += total;
  }
  return sum;
}
