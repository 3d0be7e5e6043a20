// What follows an array in a struct is not a part of it: an integer, its padding, and flags that are only combined.
// check: double chain(double *th = {0.3, -0.7, 1.2}, int n = 3)
// expect: th = {6.2218815957486129, 3.0133224181139604, 2.7667563520266425}
#include <math.h>

struct matrix { double m[2][2]; };
struct frame { struct matrix r; double t[2]; int flags; };
struct table { const double *x; double y[4], m[4]; int n; };

static struct matrix product(struct matrix a, struct matrix b) {
  struct matrix c;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      c.m[i][j] = 0;
      for (int k = 0; k < 2; k++)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return c;
}

static struct frame compose(struct frame a, const struct frame *b) {
  struct frame r = {product(a.r, b->r), {a.t[0], a.t[1]}, a.flags ^ b->flags};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      r.t[i] += a.r.m[i][j] * b->t[j] * (a.flags & 1 ? -1 : 1);
  return r;
}

static struct table tabulate(const double *x, int n) {
  struct table s = {.x = x, .n = n};
  for (int i = 0; i < n; i++)
    s.y[i] = x[i] * x[i];
  for (int i = n - 1; i-- > 0;)
    s.m[i] = s.y[i + 1] - s.y[i];
  return s;
}

double chain(const double *th, int n) {
  struct frame all = {{{{1, 0}, {0, 1}}}, {0, 0}, 0};
  for (int i = 0; i < n; i++) {
    struct frame next = {{{{cos(th[i]), -sin(th[i])}, {sin(th[i]), cos(th[i])}}}, {th[i], 1}, i};
    all = compose(all, &next);
  }
  struct table a = tabulate(th, n), b;
  b = a;
  double sum = all.t[0] * all.t[1] + all.flags;
  for (int i = 0; i < b.n; i++)
    sum += b.y[i] + b.m[i];
  return sum;
}
