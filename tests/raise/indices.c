// Subscripts that are data, and triangular loops.
// raise: gather --fix n=12 --shape x=8,at=12,y=12 ; ints 8 ; grad
// raise: scatter --fix n=12 --shape x=12,at=12,y=8 ; ints 8
// raise: histogram --fix n=20 --shape at=20,w=20,h=6 ; ints 6
// raise: bins --fix n=20 --shape x=20,h=10
// raise: csr --fix n=4 --shape p=5,c=8,v=8,x=4,y=4 ; rows p c
// raise: upper --fix n=7 --shape a=7x7
// raise: pairs --fix n=6 --shape x=6x3,f=6x3 ; grad
// raise: permuted_rows --fix n=4,m=5 --shape p=4,a=4x5,b=4x5 ; ints 4
// raise: digits --fix n=12 --shape k=12,c=10
// raise: unsigned_steps --fix n=24 --shape x=24
// raise: sizes --shape x=24 ; n 24

void gather(int n, const double *x, const int *at, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
}

void scatter(int n, const double *x, const int *at, double *y) {
  for (int i = 0; i < n; i++)
    y[at[i]] = x[i];
}

void histogram(int n, const int *at, const double *w, double *h) {
  for (int i = 0; i < n; i++)
    h[at[i]] += w[i];
}

void bins(int n, const double *x, int *h) {
  for (int i = 0; i < n; i++) {
    int b = (int)(x[i] * 4);
    if (b >= 0 && b < 10)
      h[b]++;
  }
}

void csr(int n, const int *p, const int *c, const double *v, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = p[i]; k < p[i + 1]; k++)
      s += v[k] * x[c[k]];
    y[i] = s;
  }
}

void upper(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      a[i * n + j] = a[j * n + i];
}

void pairs(int n, const double *x, double *f) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (i == j)
        continue;
      double r = 0.1;
      for (int d = 0; d < 3; d++)
        r += (x[i * 3 + d] - x[j * 3 + d]) * (x[i * 3 + d] - x[j * 3 + d]);
      for (int d = 0; d < 3; d++)
        f[i * 3 + d] += (x[j * 3 + d] - x[i * 3 + d]) / r;
    }
}

void permuted_rows(int n, int m, const int *p, const double *a, double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[p[i] * m + j];
}

void digits(int n, const unsigned char *k, int *c) {
  for (int i = 0; i < n; i++)
    c[k[i] % 10]++;
}

double unsigned_steps(unsigned n, const double *x) {
  double s = 0;
  for (unsigned i = 0; i < n; i += 2)
    s += x[i];
  for (unsigned i = n; i-- > 0;)
    s -= x[i] * i;
  return s;
}

double sizes(unsigned long n, const double *x) {
  double s = 0;
  for (unsigned long i = 1; i < n; i++)
    s += x[i] * x[i - 1];
  return s;
}
