#include <stdlib.h>
#include <string.h>

// A block that begins with other fields than the numbers of the array at its end is grown and copied.
struct buffer {
  int n;
  double scale;
  double d[];
};

static struct buffer *make(int n, const double *x) {
  struct buffer *b = malloc(sizeof *b + n * sizeof(double));
  b->n = n;
  b->scale = x[0];
  for (int i = 0; i < n; i++)
    b->d[i] = x[i] * x[i];
  return b;
}

static struct buffer *grow(struct buffer *b, int m) {
  b = realloc(b, sizeof *b + m * sizeof(double));
  for (int i = b->n; i < m; i++)
    b->d[i] = b->d[i - b->n] * b->scale;
  b->n = m;
  return b;
}

double f(double *x, int n) {
  struct buffer *b = grow(make(n, x), 2 * n);
  double s = 0;
  for (int i = 0; i < b->n; i++)
    s += b->d[i] * b->d[i] * b->scale;
  memmove(b->d + 1, b->d, (b->n - 1) * sizeof(double));
  for (int i = 0; i < b->n; i++)
    s += b->d[i] * i;
  free(b);
  return s;
}
// check: double f(double *x = {1.5, -0.5, 2.0}, int n = 3)
// expect: x = {260.78125, -11.9375, 168.0}
