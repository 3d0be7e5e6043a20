// Recursive functions that read their tables again, where nobody changes them before the second half runs.

static void transform(int n, int stride, const double *restrict in, const double *restrict table, double *restrict out) {
  if (n == 1) {
    out[0] = in[0] * in[0];
    return;
  }
  int half = n / 2;
  transform(half, 2 * stride, in, table, out);
  transform(half, 2 * stride, in + stride, table, out + half);
  for (int k = 0; k < half; ++k) {
    double even = out[k], odd = out[half + k] * table[k * stride] * table[k * stride];
    out[k] = even + odd;
    out[half + k] = even - odd;
  }
}

// check: double spectrum(int n = 4, double *in = {0.5, 0.75, 1.25, 1.5}, double *table = {0.9, 0.4},
//   double *out = {0, 0, 0, 0} seed {1, 0.5, 0.25, 0.125})
// value: 14.2026005275
// expect: in = {3.875, 10.196505, 21.76875, 16.85379474}, table = {94.7175111, 0.4348512}, out = {0, 0, 0, 0}
double spectrum(int n, double *restrict in, double *restrict table, double *restrict out) {
  transform(n, 1, in, table, out);
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += out[k] * out[k];
  return sum;
}

// The same, without a promise that the arrays lie apart.
static void overlapping(int n, int stride, const double *in, const double *table, double *out) {
  if (n == 1) {
    out[0] = in[0] * in[0];
    return;
  }
  int half = n / 2;
  overlapping(half, 2 * stride, in, table, out);
  overlapping(half, 2 * stride, in + stride, table, out + half);
  for (int k = 0; k < half; ++k) {
    double even = out[k], odd = out[half + k] * table[k * stride] * table[k * stride];
    out[k] = even + odd;
    out[half + k] = even - odd;
  }
}

// The table lies in the array that is written.
// check: double in_one(int n = 4, double *a = {0.5, 0.75, 1.25, 1.5, 0.9, 0.4, 0.1} seed {1, 0.5, 0.25, 0.125, 1, 2, 3})
// value: 1961616113.20648
// expect: a = {746862230633.413, 0, 534950450095884, 0, 0, 2, 3}
double in_one(int n, double *a) {
  overlapping(n, 1, a, a + 2, a + 1);
  return a[1] * a[1];
}

// The caller changes the table between the calls, and after them.
// check: double changed(int n = 4, double *in = {0.5, 0.75, 1.25, 1.5}, double *table = {0.9, 0.4} seed {1, 2},
//   double *out = {0, 0, 0, 0} seed {1, 0.5, 0.25, 0.125})
// value: 2909155.38884837
// expect: in = {4816050.71946472, 6022643.62609311, 9788960.34475135, 17152970.0457929}, table = {57318848.4229123,
//   -2419.68862385911}, out = {0, 0, 0, 0}
double changed(int n, double *restrict in, double *restrict table, double *restrict out) {
  transform(n, 1, in, table, out);
  double sum = out[0] * out[1];
  for (int k = 0; k < n / 2; ++k)
    table[k] = table[k] * 1.5 + out[k];
  transform(n, 1, in, table, out);
  for (int k = 0; k < n; ++k)
    sum += out[k] * out[k];
  table[1] *= 0.5;
  return sum;
}
