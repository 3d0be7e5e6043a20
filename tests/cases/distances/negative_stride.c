// Rows from the last to the first, by a negative stride: each is read before the one above it is overwritten.
// check: double f(int n = 4, int stride = -4,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654, 0.991, 0.674, 0.602, 0.775, 1.195,
//   0.959}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: 8.7836259766889988
// expect: a = {3.266718845, 3.92723395625, 6.8105972625, 4.32097524625, 1.81480942, 2.272133775, 4.7549293875,
//   5.54132405375, 1.69939359, 2.2688733375, 4.7625189375, 4.569385865625, 0.84616679, 1.210967979,
//   2.6501850875, 2.19711131875}
double f(int n, int stride, double *a) {
  double *end = a + 12, sum = 0;
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j)
      end[i * stride + j] += end[i * stride + j] * end[(i - 1) * stride + j];
  for (int j = 0; j < n; ++j)
    sum += a[j];
  return sum;
}
