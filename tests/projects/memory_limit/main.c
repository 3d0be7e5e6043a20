/* The gradient of many steps; the first argument says how many megabytes the program may take. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <zymase/autodiff.h>

enum { N = 64 };

static double integrate(const double *start, double k, int steps) {
  double y[N], sum = 0;
  memcpy(y, start, sizeof y);
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < N; ++i)
      y[i] += 1e-4 * (y[(i + 1) % N] - k * y[i] * y[i]);
  for (int i = 0; i < N; ++i)
    sum += y[i] * y[i];
  return sum;
}

int main(int argc, char **argv) {
  double start[N], gradient[N] = {0}, h = 1e-6, k = 0.7;
  int steps = 100000;
  for (int i = 0; i < N; ++i)
    start[i] = 1 + 0.01 * i;
  double slope = __enzyme_autodiff((void *)integrate, start, gradient, k, steps);
  double difference = (integrate(start, k + h, steps) - integrate(start, k - h, steps)) / (2 * h);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("%s\n", fabs(slope - difference) < 1e-5 * fabs(difference) ? "right" : "wrong");
  printf("%s\n", used.ru_maxrss < 1000 * atol(argv[1]) ? "little" : "much");
  return 0;
}
