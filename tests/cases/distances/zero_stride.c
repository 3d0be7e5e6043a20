// All rows are the same one.
// check: double f(int n = 4, int stride = 0,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: 9.93457439589627
// expect: a = {0.8319219968592, 7.8777551379792, 8.48762189273472, 8.44446930972928, 0.25, 0.375, 0.5, 0.625}
double f(int n, int stride, double *a) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      a[i * stride + j] = a[i * stride + j] * a[j * stride + j + 1] + 1;
      sum += a[j * stride + i] * a[i * stride + j];
    }
  return sum;
}
