// A counter of 4 bits comes round and writes what it read.
// check: double f(int n = 40,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654, 0.991, 0.674, 0.602, 0.775, 1.195,
//   0.959}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: 39.775601125000001
// expect: a = {1.07925, 2.769875, 5.5525, 9.758125, 7.116875, 1.316125, 4.888125, 5.868125, 5.5585, 5.32575, 0.8705,
//   2.67825, 4.1235, 7.29375, 9.685, 0.88575}
double f(int n, double *a) {
  double sum = 0;
  struct {
    unsigned at : 4;
  } counter = {0};
  for (int i = 0; i < n; ++i, ++counter.at) {
    sum += a[counter.at] * a[counter.at] * (i % 5);
    a[counter.at] = 0.5 * a[counter.at] + 0.25;
  }
  return sum;
}
