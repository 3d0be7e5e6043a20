// Sums, products, extremes, where they are, prefix sums.
// raise: sum --fix n=16 --shape x=16 ; grad
// raise: product --fix n=8 --shape x=8 ; grad
// raise: largest --fix n=16 --shape x=16 ; grad
// raise: smallest --fix n=16 --shape x=16
// raise: argmax --fix n=16 --shape x=16
// raise: argmax --shape x=16 ; n 16
// raise: argmin2 --fix n=4,m=5 --shape x=4x5
// raise: dot --fix n=16 --shape x=16,y=16 ; grad
// raise: norm --fix n=16 --shape x=16 ; grad
// raise: maxnorm --fix n=16 --shape x=16
// raise: prefix --fix n=16 --shape x=16 ; grad
// raise: exclusive --fix n=16 --shape x=16,y=16
// raise: count --fix n=16 --shape x=16
// raise: moments --fix n=16 --shape x=16,mean=1,var=1
// raise: checksum --fix n=16 --shape k=16
// raise: columns --fix n=5,m=6 --shape a=5x6,s=6
// raise: through --fix n=9 --shape x=9,out=1
#include <math.h>

double sum(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

double product(int n, const double *x) {
  double p = 1;
  for (const double *at = x; at != x + n; ++at)
    p *= *at;
  return p;
}

double largest(int n, const double *x) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}

double smallest(int n, const double *x) {
  double m = INFINITY;
  for (int i = 0; i < n; i++)
    m = fmin(m, x[i]);
  return m;
}

int argmax(int n, const double *x) {
  int at = 0;
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      at = i;
    }
  return at;
}

long argmin2(int n, int m, const double *x) {
  long at = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] < x[at])
        at = (long)i * m + j;
  return at;
}

double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

double norm(int n, const double *x) {
  double s = 0;
  while (n > 0) {
    s += *x * *x;
    x++;
    n--;
  }
  return sqrt(s);
}

double maxnorm(int n, const double *x) {
  double m = 0;
  for (int i = 0; i < n; i++)
    if (fabs(x[i]) > m)
      m = fabs(x[i]);
  return m;
}

void prefix(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
}

void exclusive(int n, const double *x, double *y) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
  }
}

int count(int n, const double *x) {
  int c = 0;
  for (int i = 0; i < n; i++)
    c += x[i] > 1.0;
  return c;
}

void moments(int n, const double *x, double *mean, double *var) {
  double s = 0, q = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    q += x[i] * x[i];
  }
  *mean = s / n;
  *var = q / n - (s / n) * (s / n);
}

unsigned checksum(int n, const unsigned *k) {
  unsigned h = 2166136261u;
  for (int i = 0; i < n; i++)
    h = (h ^ k[i]) * 16777619u;
  return h;
}

void columns(int n, int m, const double *a, double *s) {
  for (int j = 0; j < m; j++)
    s[j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[j] += a[i * m + j];
}

void through(int n, const double *x, double *out) {
  *out = 0;
  for (int i = 0; i < n; i++)
    *out += x[i];
}
