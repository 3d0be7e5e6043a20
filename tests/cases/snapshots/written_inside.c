// The loop writes one of the elements that it reads: no copy may be taken.
// check: double f(int n = 5, int steps = 3,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375})
// value: 3.9459567436872622
// expect: a = {1.88438651159474, 1.52330980060067, 3.90556489935258, 2.20580160573044, 1.30583867190163,
//   2.07694640119776, 1.80531176220387, 1.19970003299074, 0.586071775267352, 0.544897451914465}
double f(int n, int steps, double *a) {
  double sum = 0;
  for (int s = 0; s < steps; ++s)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        sum += a[j] * a[n + i] * a[(i + 2) % n];
        a[(i + j) % (n + 1)] *= 0.7;
      }
  return sum;
}
