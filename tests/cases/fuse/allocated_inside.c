// Memory that every iteration takes and gives back.
// check: double f(int n = 4, int m = 3, double *x = {0.3, 1.1, -0.7, 0.9, 0.4, -0.2, 0.8, 0.6, -0.5, 1.2, 0.1,
//   0.75})
// value: 3.94089268965112
// expect: x = {0.256334035412425, -0.0330974763563861, 0.157607030268505, 0.673284048308194, -0.174326582741033,
//   0.968481015227963, 0.272851397375734, -0.230507591011067, 0.576268977527668, 2.56580577633508, 2.83653625647733,
//   3.15170695164147}
// leaks: on
#include <math.h>
#include <stdlib.h>

double f(int n, int m, double *x) {
  double total = 0;
  for (int p = 0; p < n; ++p) {
    double *work = malloc(m * sizeof(double));
    work[0] = x[p * m];
    for (int i = 1; i < m; ++i)
      work[i] = exp(work[i - 1] * x[p * m + i]);
    total += work[m - 1] * work[0];
    free(work);
  }
  return total;
}
