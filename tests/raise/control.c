// Loops that do not count, and ways out of loops that do.
// raise: root ; grad
// raise: find --fix n=12 --shape x=12
// raise: leave --fix n=12 --shape x=12
// raise: newton
// raise: jacobi --fix n=6,most=40 --shape a=6x6,b=6,x=6,y=6 ; dominant a
// raise: collatz ; n 27
// raise: at_least_once --fix n=5 --shape x=5
// raise: pick --fix n=10 --shape x=10
// raise: bisect
// raise: first_negative_row --fix n=4,m=5 --shape x=4x5
// raise: early --fix n=5 --shape x=5
// raise: text_length --shape s=16
// raise: swapping --fix n=4 --shape a=4,b=4
// raise: swapping_with_limit --fix n=4,most=5 --shape a=4,b=4
// raise: gcd ; a 84 ; b 36
#include <math.h>

double root(double a) {
  double x = a;
  while (fabs(x * x - a) > 1e-12)
    x = 0.5 * (x + a / x);
  return x;
}

int find(int n, const double *x) {
  for (int i = 0; i < n; i++)
    if (x[i] > 1.7)
      return i;
  return -1;
}

double leave(int n, const double *x) {
  double s = 0;
  int i;
  for (i = 0; i < n; i++) {
    if (x[i] > 1.9)
      break;
    s += sqrt(x[i]);
    if (s > 8) {
      s = -s;
      break;
    }
  }
  return s * i;
}

double newton(double a) {
  double x = 1;
  for (int i = 0; i < 50; i++) {
    double f = x * x * x - a;
    if (fabs(f) < 1e-13)
      break;
    x -= f / (3 * x * x);
  }
  return x;
}

int jacobi(int n, int most, const double *a, const double *b, double *x, double *y) {
  for (int t = 0; t < most; t++) {
    double change = 0;
    for (int i = 0; i < n; i++) {
      double s = b[i];
      for (int j = 0; j < n; j++)
        if (j != i)
          s -= a[i * n + j] * x[j];
      y[i] = s / a[i * n + i];
    }
    for (int i = 0; i < n; i++) {
      change += fabs(y[i] - x[i]);
      x[i] = y[i];
    }
    if (change < 1e-9)
      return t;
  }
  return -1;
}

int collatz(long n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

double at_least_once(int n, const double *x) {
  double s = 0;
  int i = 0;
  do {
    s += x[i];
    i++;
  } while (i < n);
  return s + i;
}

void pick(int n, double *x) {
  for (int i = 0; i < n; i++)
    switch (i % 4) {
    case 0: x[i] = 1; break;
    case 1: x[i] *= 2;
    case 2: x[i] += 3; break;
    default: x[i] = -x[i];
    }
}

double bisect(double a) {
  double low = 0, high = a + 1;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (middle * middle < a)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int first_negative_row(int n, int m, const double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] > 1.9)
        return i * 100 + j;
  return -1;
}

double early(int n, const double *x) {
  if (x[0] > 1)
    return x[1];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int text_length(const char *s) {
  int n = 0;
  while (s[n] != 3)
    n++;
  return n;
}

int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

void swapping(int n, double *a, double *b) {
  double change = 1;
  while (change > 1e-3) {
    change = 0;
    for (int i = 0; i < n; i++) {
      b[i] = 0.5 * a[i];
      change += b[i];
    }
    double *t = a;
    a = b;
    b = t;
  }
}

int swapping_with_limit(int n, int most, double *a, double *b) {
  int t;
  for (t = 0; t < most; t++) {
    double change = 0;
    for (int i = 0; i < n; i++) {
      b[i] = 0.5 * a[i] + 0.25 * a[(i + 1) % n];
      change += a[i] - b[i];
    }
    double *s = a;
    a = b;
    b = s;
    if (change < 0.5)
      break;
  }
  return t;
}
