// The distance between two arrays, added to an element of the first: the address is in the second, and so is its shadow.
// C does not define such distances; programs use them to let pointers follow an array that was moved.
// levels: -O0
// Optimisers may break them where they see that there are two arrays. Here either parameter may be the start of the other one's array.
double across(double *a, double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i + (b - a)] * a[i];
  return sum;
}
// check: double across(double *a = {2, 3, 5}, double *b = {7, 11, 13}, int n = 3)
// value: 112
// expect: a = {7, 11, 13}, b = {2, 3, 5}

// The array that it is measured from has no shadow.
double from_constant(double *a, double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[(b - a) + i] * a[(b - a) + i] * a[i];
  return sum;
}
// check: double from_constant(inactive double *a = {2, 3, 5}, double *b = {7, 11, 13}, int n = 3)
// value: 1306
// expect: b = {28, 66, 130}
