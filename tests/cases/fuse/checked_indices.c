// A mixture whose indices are checked: a program that stops leaves the loop over points by ways that never return.
// check: double f(int n = 5, int k = 3, int d = 2, double *x = {0.31, 0.72, 0.55, 0.18, 0.93, 0.41, 0.27, 0.86,
//   0.64, 0.09}, double *means = {0.2, 0.7, 0.5, 0.1, 0.9, 0.4}, double *scales = {1.1, 0.8, 0.6, 1.3, 0.9, 1.2},
//   double *weights = {0.3, -0.2, 0.1})
// value: 5.18361216078591
// expect: x = {0.102146954762349, -0.370283737560419, -0.071678327569848, 0.199480439643457, -0.351906341767986,
//   -0.0795811663155512, 0.1289463175812, -0.496570024927621, -0.13769596000883, 0.304267321692826},
//   means = {0.76788755578705, -0.278196044851758, 0.0298591893081764, 0.630008540082705, -0.467559388092111,
//   0.0908746722363614}, scales = {-0.339949780807451, -0.226931289486424, -0.0433020790590615, -0.280777565020043,
//   -0.267456297597569, -0.176519079133896}, weights = {2.07761507452849, 1.21498910648353, 1.70739581898798}
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double *values;
  int length;
} Slice;

static double *at(Slice s, int i) {
  if (i < 0 || i >= s.length) {
    fprintf(stderr, "index %d of %d\n", i, s.length);
    abort();
  }
  return &s.values[i];
}

double f(int n, int k, int d, double *x, double *means, double *scales, double *weights) {
  Slice xs = {x, n * d}, ms = {means, k * d}, ss = {scales, k * d}, ws = {weights, k};
  Slice centred = {malloc(d * sizeof(double)), d}, terms = {malloc(k * sizeof(double)), k};
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (int c = 0; c < k; ++c) {
      for (int i = 0; i < d; ++i)
        *at(centred, i) = (*at(xs, p * d + i) - *at(ms, c * d + i)) * *at(ss, c * d + i);
      double square = 0;
      for (int i = 0; i < d; ++i)
        square += *at(centred, i) * *at(centred, i);
      *at(terms, c) = *at(ws, c) - 0.5 * square;
    }
    double largest = *at(terms, 0), sum = 0;
    for (int c = 1; c < k; ++c)
      if (*at(terms, c) > largest)
        largest = *at(terms, c);
    for (int c = 0; c < k; ++c)
      sum += exp(*at(terms, c) - largest);
    total += largest + log(sum);
  }
  free(centred.values);
  free(terms.values);
  return total;
}
