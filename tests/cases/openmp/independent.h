/* The functions of independent.c: MARK stands at the top of loops whose iterations are independent of each other. */

// A sum over what each iteration computes from its element.
BOTH(double, loss, (const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    MARK
    double t = x[i];
    for (int k = 0; k < 20; ++k)
      t = sin(t) + 0.1 * x[i];
    sum += t * t;
  }
  return sum;
})

// Neighbours read the same elements.
BOTH(double, field, (const double *x, double *y, int n) {
  for (int i = 1; i < n - 1; ++i) {
    MARK
    y[i] = x[i - 1] * x[i] + sin(x[i + 1]);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
})

// Elements by index, and a sum under conditions.
BOTH(double, gather, (const double *restrict x, double *restrict y, const int *at, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i) {
    MARK
    y[i] = x[at[i]] * x[i];
    if (y[i] > 0.3)
      sum += exp(-y[i]);
    else
      sum -= y[i];
  }
  return sum;
})

// Rows of a product of matrices.
BOTH(double, rows, (const double *a, double *c, int n) {
  for (int i = 0; i < n; ++i) {
    MARK
    for (int j = 0; j < n; ++j) {
      double t = 0;
      for (int k = 0; k < n; ++k)
        t += a[i * n + k] * a[k * n + j];
      c[i * n + j] = t * t;
    }
  }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += c[i];
  return sum;
})

// Loops inside of a loop of time steps.
BOTH(double, steps, (const double *x, double *u, double *v, int n, int count) {
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int t = 0; t < count; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      MARK
      v[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.01 * u[i] * u[i];
    }
    for (int i = 1; i < n - 1; ++i) {
      MARK
      u[i] = v[i];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] * u[i];
  return sum;
})

// An array that each iteration has for itself.
BOTH(double, small, (const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 4 <= n; i += 4) {
    MARK
    double w[4];
    for (int k = 0; k < 4; ++k)
      w[k] = x[i + k] * x[i + 3 - k] + 0.001 * i;
    for (int k = 0; k < 4; ++k)
      sum += w[k] * w[(k * 3 + 1) & 3];
  }
  return sum;
})

// A global variable.
BOTH(double, constants, (const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    MARK
    sum += factors[i & 511] * x[i] * x[i];
  }
  return sum;
})

// From the last element to the first, two sums, and a number from before the loop.
BOTH(double, backwards, (const double *x, double *y, int n) {
  double scale = x[0] * x[1], sum = 0, squares = 0;
  for (int i = n - 1; i >= 2; i -= 2) {
    MARK
    y[i] = scale * x[i] * x[i];
    sum += y[i] * scale;
    squares += x[i] * x[i];
  }
  return sum + squares * squares * 0.001;
})
