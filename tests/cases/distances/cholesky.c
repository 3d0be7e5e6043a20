// What the inner loops of a factorisation read is never written again: only quotients and roots are kept.
// check: double f(int n = 4,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115, 0.715, 0.562, 0.654, 0.991, 0.674, 0.602, 0.775, 1.195,
//   0.959}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5, 0.625})
// value: 3.4796366090511945
// expect: a = {0.136208983856008, 0.375, 0.5, 0.625, 0.0380610459251002, 0.154861503407417, 0.5, 0.625,
//   0.0403756863622214, 0.106571487472379, 0.17674169001568, 0.625, 0.0315029554154251, 0.0915010746896891,
//   0.12610655128679, 0.220817755041174}
#include <math.h>

double f(int n, double *a) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / a[j * n + j];
    }
    double sum = a[i * n + i] + 5;
    for (int k = 0; k < i; ++k)
      sum -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(sum);
  }
  double logarithms = 0;
  for (int i = 0; i < n; ++i)
    logarithms += log(a[i * n + i]);
  return logarithms;
}
