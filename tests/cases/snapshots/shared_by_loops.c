// Loops that read the same elements one after the other, before these are overwritten.

// check: double layers(int n = 4, int steps = 2, double *x = {0.5, 0.75, 1.25, 1.5}, double *w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8})
double layers(int n, int steps, double *x, double *w) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    double a = 0, b = 0;
    for (int i = 0; i < n; ++i)
      a += w[i] * x[i] * x[i];
    for (int i = 0; i < n; ++i)
      b += w[n + i] * x[i] * x[i] * x[i];
    sum += a * b;
    for (int i = 0; i < n; ++i)
      x[i] = 0.5 * x[i] + 0.01 * a * b;
  }
  return sum;
}

// One element is written between the two: they read different things.
// check: double between(int n = 4, int steps = 2, double *x = {0.5, 0.75, 1.25, 1.5}, double *w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8})
double between(int n, int steps, double *x, double *w) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    double a = 0, b = 0;
    for (int i = 0; i < n; ++i)
      a += w[i] * x[i] * x[i];
    x[s] = a;
    for (int i = 0; i < n; ++i)
      b += w[n + i] * x[i] * x[i] * x[i];
    sum += a * b;
    for (int i = 0; i < n; ++i)
      x[i] = 0.5 * x[i] + 0.01 * a * b;
  }
  return sum;
}
