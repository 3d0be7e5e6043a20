// The ends of an array are set one by one, the rest by a loop; and the other way round it is a state.
// check: double f(int n = 3, int m = 4, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75})
// value: 22.85383125
// expect: x = {-7.128, 27.5, 13.888, 11.232, 0.576000000000001, 1.68, 8.192, -2.496, 12.73, 41.58, -2.98, 11.1375}
// check: double g(int n = 3, int m = 4, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75})
// value: 20.936219140625
// expect: x = {-4.68, 25.3, 14.14, 12.252515625, 3.016, 2.322, 7.68, -2.132625, 7.9375, 37.905, -3.08, 12.6375}
#include <stdlib.h>

double f(int n, int m, double *x) {
  double *u = malloc((m + 2) * sizeof(double));
  double total = 0;
  for (int p = 0; p < n; ++p) {
    u[0] = 0.5;
    for (int i = 0; i < m; ++i)
      u[i + 1] = x[p * m + i] * x[p * m + i];
    u[m + 1] = u[1];
    double sum = 0;
    for (int i = 1; i <= m; ++i)
      sum += (u[i - 1] - 2 * u[i] + u[i + 1]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    total += sum;
  }
  free(u);
  return total;
}

double g(int n, int m, double *x) {
  double *u = calloc(m + 2, sizeof(double));
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (int i = 0; i < m; ++i)
      u[i + 1] = x[p * m + i] * x[p * m + i] + u[m + 1];
    double sum = 0;
    for (int i = 1; i <= m; ++i)
      sum += (u[i - 1] - 2 * u[i] + u[i + 1]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u[m + 1] = 0.25 * u[m] + 0.1;
    total += sum;
  }
  free(u);
  return total;
}
