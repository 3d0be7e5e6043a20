// Neighbours: in one to three dimensions, with every kind of boundary.
// raise: difference --fix n=32 --shape x=32,y=32 ; grad
// raise: heat --fix n=24,steps=5 --shape u=24,v=24 ; grad
// raise: heat --fix n=24 --shape u=24,v=24 ; steps 3
// raise: five_points --fix n=8,m=9 --shape u=8x9,v=8x9 ; grad
// raise: seven_points --fix n=5 --shape u=5x5x5,v=5x5x5
// raise: conditions --fix n=16 --shape x=16,y=16
// raise: clamped --fix n=16 --shape x=16,y=16 ; grad
// raise: periodic --fix n=16 --shape x=16,y=16 ; grad
// raise: ghosts --fix n=16 --shape x=16,y=16
// raise: rows --fix n=6 --shape a=6x6,b=6x6
// raise: arrays --shape a=6x7,b=6x7
// raise: waves --fix n=12,steps=7 --shape u=12,v=12,w=12
// raise: corners --fix n=7 --shape u=7x7,v=7x7
// raise: unknown_size --shape u=36,v=36 ; n 6

void difference(int n, const double *x, double *y) {
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] - 2 * x[i] + x[i + 1];
}

void heat(int n, int steps, double *u, double *v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    v[0] = u[0];
    v[n - 1] = u[n - 1];
    double *w = u;
    u = v;
    v = w;
  }
}

void five_points(int n, int m, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
}

#define AT(i, j, k) (((i) * n + (j)) * n + (k))
void seven_points(int n, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        v[AT(i, j, k)] = u[AT(i - 1, j, k)] + u[AT(i + 1, j, k)] + u[AT(i, j - 1, k)] + u[AT(i, j + 1, k)] +
                         u[AT(i, j, k - 1)] + u[AT(i, j, k + 1)] - 6 * u[AT(i, j, k)];
}

void conditions(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double left = i > 0 ? x[i - 1] : 0;
    double right = i < n - 1 ? x[i + 1] : 0;
    y[i] = left - 2 * x[i] + right;
  }
}

void clamped(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    int l = i > 0 ? i - 1 : 0;
    int r = i < n - 1 ? i + 1 : n - 1;
    y[i] = x[l] - 2 * x[i] + x[r];
  }
}

void periodic(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[(i + n - 1) % n] + x[(i + 1) % n];
}

void ghosts(int n, double *x, double *y) {
  x[0] = x[1];
  x[n - 1] = x[n - 2];
  for (int i = 1; i + 1 < n; ++i)
    y[i] = x[i - 1] + x[i + 1];
}

void rows(int n, double (*a)[6], double (*b)[6]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 6; j++)
      b[i][j] = a[j][i] + (i == j ? 1 : 0);
}

void arrays(double a[6][7], double b[6][7]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      b[i][j] = a[i][(j + 1) % 7] - a[(i + 5) % 6][j];
}

void waves(int n, int steps, double *u, double *v, double *w) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      w[i] = 2 * v[i] - u[i] + 0.2 * (v[i - 1] - 2 * v[i] + v[i + 1]);
    double *old = u;
    u = v;
    v = w;
    w = old;
  }
}

void corners(int n, const double *u, double *v) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = u[i * n + j];
      if (i > 0 && j > 0)
        s += u[(i - 1) * n + j - 1];
      if (i < n - 1 && j < n - 1)
        s -= u[(i + 1) * n + j + 1];
      v[i * n + j] = s;
    }
}

void unknown_size(int n, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = u[i * n + j - 1] + u[i * n + j + 1];
}
