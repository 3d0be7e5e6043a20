// Indices that wrap around hit what was read before.
// check: double f(int n = 7,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859, 1.115}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375, 0.5})
// value: 91.2996551681981
// expect: a = {18.9573366014027, 19.6474958274428, 21.5466458173895, 10.9436752164512, 13.7825026857564, 9.2993728762623,
//   10.8510773966467}
#include <math.h>

double f(int n, double *a) {
  double sum = 0;
  for (int i = 0; i < 3 * n; ++i) {
    sum += a[i % n] * a[(i + 3) % n];
    a[(i + 5) % n] = sin(a[i % n]) + a[(i + 5) % n];
  }
  return sum;
}
