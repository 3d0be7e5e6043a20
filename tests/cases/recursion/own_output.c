// Functions that call themselves, with arrays of their caller's: apart, exchanged in each call, the same one twice, and one that is
// also found in memory.
#include <stdlib.h>

static void transform(int n, int stride, const double *in, const double *weights, double *out) {
  if (n == 1) {
    out[0] = in[0] * in[0];
    return;
  }
  int half = n / 2;
  transform(half, 2 * stride, in, weights, out);
  transform(half, 2 * stride, in + stride, weights, out + half);
  for (int k = 0; k < half; ++k) {
    double even = out[k], odd = out[half + k] * weights[k * stride];
    out[k] = even + odd;
    out[half + k] = even - odd * weights[k * stride];
  }
}

// check: double own(int n = 8, double *x = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7}, double *w = {0.9, 0.3, -0.4, 0.7})
// value: 6.452308375670455
// expect: x = {0.0365055839999996, -1.03670524576, 10.9808146096, 0.163710531852799, -2.20667011488, -6.8769811397952,
//   20.6269814214144, -0.531510783902785}, w = {32.1187007428104, 0.1404458786688, -0.0339649534929286, 1.14113204468122}
// check: double own(int n = 1, double *x = {0.3}, double *w = {0.9})
// value: 0.0081
// expect: x = {0.108}, w = {0}
double own(int n, const double *x, const double *w) {
  double *out = malloc(n * sizeof *out), sum = 0;
  transform(n, 1, x, w, out);
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * out[i] * out[i];
  free(out);
  return sum;
}

static void ping(int n, double *a, double *b) {
  if (n == 0)
    return;
  for (int i = 0; i < 4; ++i)
    b[i] += 0.3 * a[i] * a[i] * (i + 1) / (n + 1);
  ping(n - 1, b, a);
}

// check: double exchanged(double *x = {0.3, -0.2, 0.5, 0.4})
// value: 3.5632680921610542
// expect: x = {0.704141901185325, -1.02475271277097, 4.96344620403425, 6.02898589804597}
double exchanged(const double *x) {
  double a[4], b[4], sum = 0;
  for (int i = 0; i < 4; ++i)
    a[i] = x[i], b[i] = 0.1;
  ping(4, a, b);
  for (int i = 0; i < 4; ++i)
    sum += (i + 1) * (a[i] * a[i] + b[i]);
  return sum;
}

static void shift(int n, const double *a, double *b) {
  if (n == 0)
    return;
  for (int i = 0; i < 4; ++i)
    b[i] += 0.2 * a[i + 1] * a[i];
  shift(n - 1, a, b + 1);
}

// check: double same(double *x = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 11.903103969259158
// expect: x = {0.376574430925394, 0.184126177574816, 2.31416960365889, 3.19274799685472, 1.79329663362125, -6.5976044081539,
//   11.3454684036961, 11.2}
double same(const double *x) {
  double *memory = malloc(8 * sizeof *memory), sum = 0;
  for (int i = 0; i < 8; ++i)
    memory[i] = x[i];
  shift(3, memory, memory + 1);
  for (int i = 0; i < 8; ++i)
    sum += (i + 1) * memory[i] * memory[i];
  free(memory);
  return sum;
}

struct holder {
  const double *data;
};

static void shift_held(int n, const struct holder *held, double *b) {
  if (n == 0)
    return;
  for (int i = 0; i < 4; ++i)
    b[i] += 0.2 * held->data[i + 1] * held->data[i];
  shift_held(n - 1, held, b + 1);
}

// check: double found(double *x = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 11.903103969259158
// expect: x = {0.376574430925394, 0.184126177574816, 2.31416960365889, 3.19274799685472, 1.79329663362125, -6.5976044081539,
//   11.3454684036961, 11.2}
double found(const double *x) {
  double *memory = malloc(8 * sizeof *memory), sum = 0;
  struct holder held = {memory};
  for (int i = 0; i < 8; ++i)
    memory[i] = x[i];
  shift_held(3, &held, memory + 1);
  for (int i = 0; i < 8; ++i)
    sum += (i + 1) * memory[i] * memory[i];
  free(memory);
  return sum;
}
