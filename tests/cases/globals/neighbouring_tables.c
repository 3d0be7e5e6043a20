// Tables of pointers to arrays that lie next to each other: the end of one is the start of the other.
#include <math.h>

static double before[4], first[4], second[4], behind[4];
static double *const fixed[4] = {second, first, behind, before};
static double *changing[4] = {first, behind, before, second};

// check: double by_fixed(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 119.9140625
// expect: x = {43.125, 66.375, 150.25, 147}
double by_fixed(int n, double *x) {
  double sum = 0;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < n; ++i)
      fixed[k][i] = x[i] * x[k] * (k + 1);
  for (int i = 0; i < n; ++i)
    sum += fixed[i][n - 1 - i] * first[i] + before[i] * behind[i] + second[i] * second[i];
  return sum;
}

// check: double by_changing(int n = 4, double *x = {0.5, 0.75, 1.25, 1.5})
// value: 197.4140625
// expect: x = {56.671875, 101.34375, 128.25, 350}
double by_changing(int n, double *x) {
  double sum = 0;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < n; ++i)
      changing[k][i] = x[i] * x[k] * (k + 1);
  for (int i = 0; i < n; ++i)
    sum += changing[i][n - 1 - i] * first[i] + before[i] * behind[i] + second[i] * second[i];
  return sum;
}
