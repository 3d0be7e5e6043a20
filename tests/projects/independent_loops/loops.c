#include <math.h>
#include <stdio.h>
#include <zymase/autodiff.h>

static double recurrence(const double *x, double *y, int n) {
  y[0] = x[0];
  for (int i = 1; i < n; ++i) {
    zymase_parallel();
    y[i] = y[i - 1] * 0.5 + x[i] * x[i];
  }
  return y[n - 1];
}

static double first_large(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    zymase_parallel();
    sum += x[i] * x[i];
    if (sum > 100)
      break;
  }
  return sum;
}

static double product(const double *x, int n) {
  double all = 1;
  for (int i = 0; i < n; ++i) {
    zymase_parallel();
    all *= x[i];
  }
  return all;
}

static double talkative(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    zymase_parallel();
    printf("%d\n", i);
    sum += x[i] * x[i];
  }
  return sum;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, y[4], dx[4] = {0}, dy[4] = {0};
  __enzyme_autodiff((void *)recurrence, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4);
  __enzyme_autodiff((void *)first_large, enzyme_dup, x, dx, enzyme_const, 4);
  __enzyme_autodiff((void *)product, enzyme_dup, x, dx, enzyme_const, 4);
  __enzyme_autodiff((void *)talkative, enzyme_dup, x, dx, enzyme_const, 4);
  printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}
