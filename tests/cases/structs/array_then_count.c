// A count behind an array of numbers in a struct: the array's accesses have no end that the optimiser kept.
struct vector { double at[3]; int count; };

static double norm(const struct vector *v) {
  double sum = 0;
  for (int i = 0; i < v->count; ++i)
    sum += v->at[i] * v->at[i] * (i + 1);
  return sum;
}

double squares(double *x, int n) {
  struct vector v;
  v.count = n;
  for (int i = 0; i < v.count; ++i)
    v.at[i] = x[i] * 2;
  struct vector *p = &v;
  return norm(p);
}
// check: double squares(double *x = {1, 2, 3}, int n = 3)
// value: 144
// expect: x = {8, 32, 72}

double direct(double *x, int n) {
  struct vector v = {{0}, n};
  for (int i = 0; i < n; ++i)
    v.at[i] = x[i] * x[n - 1 - i];
  return norm(&v);
}
// check: double direct(double *x = {1, 2, 3}, int n = 3)
// value: 68
// expect: x = {72, 64, 24}
