// Elements that a loop works on, and that nothing else in it touches: they are variables while it runs.

// check: double solve(int n = 4, double *a = {2.0, 0.5, -0.3, 0.7, 0.4, 1.8, 0.2, -0.6, -0.5, 0.3, 2.2, 0.1, 0.6, -0.2, 0.4, 1.9},
//   double *x = {1, 0.5, -0.7, 0.3})
// value: 0.41645188968268
// expect: a = {-0.0236676198564911, -0.0816831827625283, 0.0899569850163687, -0.0255152984134979, -0.247747453086328,
//   -0.0825824843621093, 0.0740333214018172, -0.0209987283118264, 0.326731043436124, 0.108910347812041, -0.148514110652784,
//   0.0434985725900404, -0.133996042925795, -0.0446653476419318, 0.0609072922389979, -0.017524203381045},
//   x = {0.0473352397129823, 0.495494906172656, -0.653462086872248, 0.267992085851591}
// check: double solve(int n = 1, double *a = {2}, double *x = {3})
// value: 2.25
// expect: a = {-2.25}, x = {1.5}
// check: double solve(int n = 0, double *a = {2}, double *x = {3})
// value: 0
// expect: a = {0}, x = {0}
double solve(int n, double *a, double *x) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i)
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i * n + j] * x[j] * 0.5;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * (i + 1);
  return sum;
}

// check: double eliminate(int n = 4, double *a = {2.0, 0.5, -0.3, 0.7, 0.4, 1.8, 0.2, -0.6, -0.5, 0.3, 2.2, 0.1, 0.6, -0.2, 0.4, 1.9})
// value: 11.4359242838277
// expect: a = {7.44776623712177, -2.78204805029969, 2.17101906095237, -2.8658610440114, -2.68740623576816, 7.28148444913624,
//   -1.69023080572463, 1.81000143607259, 1.87114834382285, -1.63160407235311, 5.64992989967391, -1.83073668795281,
//   -3.60899301337475, 3.39283380794722, -1.60163474962989, 7.2872552826956}
double eliminate(int n, double *a) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  double product = 1;
  for (int i = 0; i < n; ++i)
    product *= a[i * n + i];
  for (int i = 0; i < n * n; ++i)
    product += 0.1 * a[i] * a[i];
  return product;
}

// check: double rows(int n = 3, int m = 3, double *a = {0.3, 0.2, 0.5, 0.4, 0.1, 0.6, 0.8, 0.7, 0.9})
// value: 5.351
// expect: a = {1.18, 0.472, 1.18, 1.54, 0.308, 1.848, 4.2, 5.88, 7.56}
double rows(int n, int m, double *a) {
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      a[i * m] += a[i * m + j] * a[i * m + j];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i * m] * a[i * m];
  return sum;
}

// The last iteration reads what the loop writes.
// check: double itself(int n = 4, double *a = {0.3, 0.2, 0.5, 0.4}, double *x = {1, 0.5, -0.7, 0.3})
// value: 4.2060101524
// expect: a = {17.154653312, 8.466111828, -0.6003977088, 1.934967132}, x = {6.9276967448, 3.82774032, 2.010222, 3.258696}
double itself(int n, double *a, double *x) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      x[i] += a[j] * x[j];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

// Any iteration may.
// check: double anywhere(int n = 4, double *a = {0.3, 0.2, 0.5, 0.4}, double *x = {1, 0.5, -0.7, 0.3}, int *index = {0, 1, 3, 1})
// value: 1.13006534225
// expect: a = {1.21407363, 0.8142001725, 0.369249309, 0.713475855625}, x = {1.49428743125, 3.156591438, 0, 0.615415515}
double anywhere(int n, double *a, double *x, int *index) {
  for (int j = 0; j < n; ++j)
    x[1] += a[j] * x[index[j]] * x[1];
  return x[1] * x[0];
}

// Written in some iterations only.
// check: double sometimes(int n = 4, double *a = {0.3, 0.2, 0.5, 0.4}, double *x = {1, 0.5, -0.7, 0.3})
// value: 1.640961
// expect: a = {0, 0, 1.25538, 0.23058}, x = {2.562, 0, -1.7934, 0.61488}
double sometimes(int n, double *a, double *x) {
  for (int j = 1; j < n; ++j)
    if (a[j] > 0.25)
      x[0] += a[j] * x[j] * x[j];
  return x[0] * x[0];
}

static void accumulate(int n, double *x, const double *y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i] += 0.3 * y[j] * y[j];
}

// Two arguments that overlap.
// check: double shifted(int n = 3, double *z = {1, 0.5, -0.7, 0.3})
// value: 2.68733501388208
// expect: z = {1, 4.0935267222788, 0.39733959895608, 5.24525754616168}
double shifted(int n, double *z) {
  accumulate(n, z, z + 1);
  double sum = 0;
  for (int i = 0; i <= n; ++i)
    sum += (i + 1) * z[i];
  return sum;
}
