// A union of numbers with a pointer and a length, chosen and copied whole: optimisers choose between two `double`s, one of which
// is the pointer.
#include <stddef.h>

struct values {
  union {
    double near[2];
    struct {
      size_t count;
      double *numbers;
    } far;
  } u;
  int is_far;
};

__attribute__((noinline)) static void shorten(size_t *count) { *count -= 1; }

__attribute__((noinline)) static double total(struct values *v) {
  double sum = 0;
  if (!v->is_far)
    return v->u.near[0] + 2 * v->u.near[1];
  shorten(&v->u.far.count);
  for (size_t i = 0; i < v->u.far.count; ++i)
    sum += v->u.far.numbers[i] * (double)(i + 1);
  return sum;
}

double chosen(const double *x, int n) {
  double squares[4];
  for (int i = 0; i < n; ++i)
    squares[i] = x[i] * x[i];
  struct values v[2];
  v[0].is_far = 0;
  v[0].u.near[0] = x[0];
  v[0].u.near[1] = x[1] * x[2];
  v[1].is_far = 1;
  v[1].u.far.count = (size_t)n;
  v[1].u.far.numbers = squares;
  struct values w = v[n % 3 == 1 ? 0 : 1];
  double sum = total(&w);
  for (int i = 0; i < 2; ++i)
    sum += 3 * total(&v[i]);
  return sum;
}
// check: double chosen(double *x = {2, 3, 5}, int n = 3)
// value: 184
// expect: x = {19, 78, 18}
// check: double chosen(double *x = {2, 3, 5, 7}, int n = 4)
// value: 419
// expect: x = {16, 76, 114, 0}
