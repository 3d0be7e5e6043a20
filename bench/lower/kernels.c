// Affine kernels whose gradients are taken at the level of loops and at that of LLVM.
void matvec(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++) s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void stencil(int n, const double *restrict u, double *restrict v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = 0.5 * u[i * n + j] * u[i * n + j] + 0.125 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}
void conv(int n, int m, const double *restrict x, const double *restrict w, double *restrict y) {
  for (int i = 0; i < n - m + 1; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += x[i + j] * w[j];
    y[i] = s;
  }
}
void cholesky(int n, double *restrict a) {
  for (int j = 0; j < n; j++) {
    double d = a[j * n + j];
    for (int k = 0; k < j; k++) d -= a[j * n + k] * a[j * n + k];
    d = __builtin_sqrt(d);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++) s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
    }
  }
}
void heat(int n, int steps, double *restrict u, double *restrict v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) v[i] = u[i] + 0.1 * (u[i - 1] + u[i + 1] - 2 * u[i]) + 0.01 * u[i] * u[i];
    for (int i = 1; i < n - 1; i++) u[i] = v[i];
  }
}
