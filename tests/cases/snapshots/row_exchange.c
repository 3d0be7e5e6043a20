// Elimination with rows that are exchanged: the row of the pivot is copied once, not kept for every row below.
// check: double f(int n = 4,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654, 0.991, 0.674, 0.602, 0.775, 1.195,
//   0.959}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: -0.0057244599569999978
// expect: a = {-0.640841624833171, -0.0983380698403114, 0.546059300853773, 0.377189959474452, 2.06191593442488,
//   -0.0992301771558965, -0.327467961086955, -0.386027289169698, -1.0493329736645, 1.11486417448986,
//   -0.246941796969179, 0.641336325, -0.98485262571157, -0.279849791142876, 0.8859205036179, 0.473747536065586}
double f(int n, double *a) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if ((a[i * n + k] * a[i * n + k]) > (a[pivot * n + k] * a[pivot * n + k]))
        pivot = i;
    if (pivot != k)
      for (int j = 0; j < n; ++j) {
        double kept = a[k * n + j];
        a[k * n + j] = a[pivot * n + j];
        a[pivot * n + j] = kept;
      }
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  double product = 1;
  for (int i = 0; i < n; ++i)
    product *= a[i * n + i];
  return product;
}
