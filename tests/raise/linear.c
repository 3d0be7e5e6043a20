// Matrices and vectors.
// raise: matvec --fix n=8 --shape a=8x8,x=8,y=8 ; grad
// raise: matvec --shape a=8x8,x=8,y=8 ; n 8
// raise: matmul --fix n=6 --shape a=6x6,b=6x6,c=6x6 ; grad
// raise: matmul_sum --fix n=5,m=6,k=7 --shape a=5x7,b=7x6,c=5x6
// raise: transpose --fix n=5,m=7 --shape a=5x7,b=7x5
// raise: vla --fix n=5,m=4 --shape a=5x4,x=4,y=5
// raise: lower --fix n=6 --shape l=6x6,b=6,x=6
// raise: cholesky --fix n=5 --shape a=5x5 ; dominant a
// raise: lu --fix n=5 --shape a=5x5 ; dominant a
// raise: thomas --fix n=9 --shape a=9,b=9,c=9,d=9,x=9
// raise: convolution --fix n=10,k=3 --shape x=12,w=3,y=10 ; grad
// raise: pool --fix n=4 --shape x=8x8,y=4x4
// raise: gram --fix n=6 --shape x=6x3,g=3x3
#include <math.h>

void matvec(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

void matmul(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void matmul_sum(int n, int m, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * m + j];
      c[i * m + j] = s;
    }
}

void transpose(int n, int m, const double *a, double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}

void vla(int n, int m, const double a[n][m], const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += a[i][j] * x[j];
  }
}

void lower(int n, const double *l, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double s = b[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s / l[i * n + i];
  }
}

void cholesky(int n, double *a) {
  for (int j = 0; j < n; j++) {
    double d = a[j * n + j];
    for (int k = 0; k < j; k++)
      d -= a[j * n + k] * a[j * n + k];
    d = sqrt(d);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
    }
  }
}

void lu(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

void thomas(int n, const double *a, double *b, const double *c, double *d, double *x) {
  for (int i = 1; i < n; i++) {
    double w = a[i] / (b[i - 1] + 3);
    b[i] -= w * c[i - 1];
    d[i] -= w * d[i - 1];
  }
  x[n - 1] = d[n - 1] / (b[n - 1] + 3);
  for (int i = n - 2; i >= 0; i--)
    x[i] = (d[i] - c[i] * x[i + 1]) / (b[i] + 3);
}

void convolution(int n, int k, const double *x, const double *w, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < k; j++)
      y[i] += x[i + j] * w[j];
  }
}

void pool(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double m = -INFINITY;
      for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++)
          m = fmax(m, x[(2 * i + p) * 2 * n + 2 * j + q]);
      y[i * n + j] = m;
    }
}

void gram(int n, const double *x, double *g) {
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += x[k * 3 + i] * x[k * 3 + j];
      g[i * 3 + j] = s;
      g[j * 3 + i] = s;
    }
}
