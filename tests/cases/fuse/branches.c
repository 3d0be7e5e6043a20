// What is added, and whether, depends on the numbers.
// check: double f(int n = 6, double *x = {0.3, 1.1, -0.7, 0.9, 0.2, -1.2}, double limit = 0.5)
// value: 3.93748994894807
// expect: x = {1.10954127792147, 8.75062666763302, -0.148975591137423, 4.18787913274594, 0.889342512024589,
//   0.0602388423824404}, limit = -0.903645085276466
#include <math.h>

double f(int n, double *x, double limit) {
  double total = 0, penalty = 0;
  for (int i = 0; i < n; ++i) {
    double y = x[i] * exp(x[i]), z = y;
    for (int k = 0; k < 3; ++k)
      z = z > limit ? z * 0.5 : z * z + x[i];
    if (z > 0)
      total += z * y;
    else if (z < -0.2)
      total -= y;
    if (y > limit)
      penalty += (y - limit) * (y - limit);
  }
  return total + 0.1 * penalty;
}
