// The same elimination with indices of 64 bits, by columns, and a row that is longer than the matrix.
// check: double f(int n = 3, int lead = 5,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654, 0.991, 0.674, 0.602, 0.775, 1.195}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5})
// value: 0.25108161601050583
// expect: a = {0.333013641405041, 0.115107488490195, -0.107317844150253, 0.625, 0.25, -0.111078413788796,
//   0.762344691855897, 0.428167615881763, 0.25, 0.375, -0.118497092954539, 0.0116148427920536,
//   1.20016848673947, 0.375, 0.5}
double f(int n, int lead, double *a) {
  for (long k = 0; k < n; ++k)
    for (long j = k + 1; j < n; ++j) {
      a[j * lead + k] /= a[k * lead + k] + 2;
      for (unsigned long i = k + 1; i < (unsigned long)n; ++i)
        a[j * lead + i] -= a[j * lead + k] * a[k * lead + i];
    }
  return a[2 * lead + 2] * a[lead + 1];
}
