// The distance between arrays that are known to be different ones. Optimisers break such programs: C does not define them.
// levels: -O0
#include <stdlib.h>
#include <string.h>

// Local arrays, which are known to be different ones.
double local(const double *x, int n) {
  double a[4], b[4], sum = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = x[i];
    b[i] = x[i] * x[i];
  }
  double *p = a, *q = b;
  for (int i = 0; i < n; ++i)
    sum += p[i + (q - p)] * p[i];
  return sum;
}
// check: double local(double *x = {2, 3, 5, 7}, int n = 4)
// value: 503
// expect: x = {12, 27, 75, 147}

// A pointer follows the array that was copied to a larger one, and so does one that is kept in memory.
struct places {
  double *last, *cursor;
};
double moved(const double *x, int n) {
  double *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i];
  struct places *places = malloc(sizeof *places);
  double *second = a + 1;
  places->cursor = a + 2;
  double *b = malloc(4 * n * sizeof *b);
  memcpy(b, a, n * sizeof *b);
  second += b - a;
  places->cursor += b - a;
  *second *= 3;
  *places->cursor *= *second;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += b[i] * x[i];
  free(places);
  free(a);
  free(b);
  return sum;
}
// check: double moved(double *x = {2, 3, 5}, int n = 3)
// value: 3464
// expect: x = {12, 2331, 2025}
