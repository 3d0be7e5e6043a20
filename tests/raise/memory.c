// Local arrays, allocations, tables, copies, structs, complex numbers.
// raise: local --fix n=6 --shape x=6,y=6 ; grad
// raise: temporary --fix n=10,steps=4 --shape x=10 ; grad
// raise: temporary --shape x=10 ; n 10 ; steps 3 ; loops
// raise: weights --fix n=8 --shape x=8,y=8
// raise: copies --fix n=7 --shape x=7,y=7
// raise: either --fix n=7 --shape x=7,y=7,z=7
// raise: points --fix n=5 --shape p=5,q=5 ; grad
// raise: centre --fix n=5 --shape p=5x3,c=1x3
// raise: complex_scale --fix n=5 --shape z=5,w=5
// raise: complex_sum --fix n=5 --shape z=5,s=2
// raise: stack --fix n=6 --shape x=6
// raise: variable --shape x=6,y=6 ; n 6 ; loops
// raise: small_matrix --fix n=4 --shape a=4x9,b=4x9
// raise: zeros --fix n=9 --shape x=9
#include <complex.h>
#include <stdlib.h>
#include <string.h>

void local(int n, const double *x, double *y) {
  double t[3] = {1, -2, 1};
  double buffer[6];
  for (int i = 0; i < n; i++)
    buffer[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < 3; k++)
      s += t[k] * buffer[(i + k) % n];
    y[i] = s;
  }
}

void temporary(int n, int steps, double *x) {
  double *next = malloc(n * sizeof *next);
  double *now = x;
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      next[i] = 0.5 * now[i] + 0.5 * now[(i + 1) % n];
    double *other = now;
    now = next;
    next = other;
  }
  if (now != x)
    for (int i = 0; i < n; i++)
      x[i] = now[i];
  free(now == x ? next : now);
}

static const double table[4] = {0.25, 0.5, 0.75, 1.5};
static const int places[2][3] = {{0, 1, 2}, {3, 2, 1}};

void weights(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * table[i % 4] + places[i % 2][i % 3];
}

void copies(int n, double *x, double *y) {
  double t[7];
  memcpy(t, x, n * sizeof(double));
  memcpy(x, y, n * sizeof(double));
  memcpy(y, t, n * sizeof(double));
  memset(t, 0, sizeof t);
  x[0] += t[3];
}

void either(int n, const double *x, const double *y, double *z) {
  for (int i = 0; i < n; i++) {
    const double *from = x[i] > 1.2 ? x : y;
    z[i] = from[i] + from[0];
  }
}

struct point {
  double x, y, z;
};

void points(int n, const struct point *p, struct point *q) {
  for (int i = 0; i < n; i++) {
    q[i].x = p[i].y * p[i].z;
    q[i].y = p[i].x - p[(i + 1) % n].x;
    q[i].z = 2 * p[i].z;
  }
}

void centre(int n, const struct point *p, struct point *c) {
  struct point s = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    s.x += p[i].x;
    s.y += p[i].y;
    s.z += p[i].z;
  }
  s.x /= n;
  s.y /= n;
  s.z /= n;
  *c = s;
}

void complex_scale(int n, const double complex *z, double complex *w) {
  for (int i = 0; i < n; i++)
    w[i] = z[i] * (1 + 2 * I) + conj(z[i]);
}

void complex_sum(int n, const double complex *z, double *s) {
  double complex sum = 0;
  for (int i = 0; i < n; i++)
    sum += z[i];
  s[0] = creal(sum);
  s[1] = cimag(sum);
}

double stack(int n, const double *x) {
  double s[16];
  int top = 0;
  for (int i = 0; i < n; i++) {
    s[top++] = x[i];
    if (top >= 2 && s[top - 1] > s[top - 2]) {
      s[top - 2] += s[top - 1];
      top--;
    }
  }
  double r = 0;
  while (top > 0)
    r = r * 2 + s[--top];
  return r;
}

void variable(int n, const double *x, double *y) {
  double t[n];
  for (int i = 0; i < n; i++)
    t[n - 1 - i] = x[i];
  for (int i = 0; i < n; i++)
    y[i] = t[i] + i;
}

void small_matrix(int n, const double *a, double *b) {
  for (int p = 0; p < n; p++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double s = 0;
        for (int k = 0; k < 3; k++)
          s += a[p * 9 + i * 3 + k] * a[p * 9 + j * 3 + k];
        b[p * 9 + i * 3 + j] = s;
      }
}

double zeros(int n, const double *x) {
  double *t = calloc(n, sizeof(double));
  for (int i = 0; i < n; i += 2)
    t[i] = x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += t[i] * (i + 1);
  free(t);
  return s;
}
