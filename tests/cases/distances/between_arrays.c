// An index that counts from one array to another: the derivative belongs to the array that is reached.
// (C does not define the distance, and an optimiser that sees both arrays may think that it leads nowhere.)
// check: double in_loop(double *a = {1, 2, 3}, double *b = {4, 5, 6}, int n = 3)
// value: 32.0
// expect: a = {4, 5, 6}, b = {1, 2, 3}
__attribute__((noinline)) double in_loop(double *a, double *b, int n) {
  long distance = b - a;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i + distance] * a[i];
  return sum;
}
// check: void written(double *a = {1, 2, 3} seed {1, 1, 2}, double *b = {4, 5, 6} seed {3, 1, 1}, int n = 3)
// expect: a = {25, 22, 20}, b = {0, 0, 0}
__attribute__((noinline)) void written(double *a, double *b, int n) {
  long distance = b - a;
  for (int i = 0; i < n; i++)
    a[i + distance] = a[i] * a[i] * (4 - i);
  a[distance] += a[1] * a[2];
}
// The same array: nothing is different.
// check: double ends(double *a = {1, 2, 3, 4})
// value: 28.0
// expect: a = {0, 12, 8, 1}
static double span(double *first, double *last) { return first[last - first - 1] + first[(last - first) / 2] * first[1] * 4; }
double ends(double *a) { return span(a, a + 4); }
// check: double kept(double *a = {1, 2}, double *b = {5, 7})
// value: 49.0
// expect: a = {0, 0}, b = {0, 14}
__attribute__((noinline)) double kept(double *a, double *b) {
  volatile int one = 1;
  double *end = &a[b - a + one];
  return *end * *end;
}
