// What the tests of this folder share: gradients of host functions that launch kernels, in reverse mode, in forward mode and by central differences.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

template <class... T> double __enzyme_autodiff(void *, T...);
template <class... T> double __enzyme_fwddiff(void *, T...);
extern int enzyme_dup;
extern int enzyme_const;
extern int enzyme_out;

typedef std::vector<double> Numbers;

static int failures;

inline Numbers numbers(int count, double from, double to) {
  static unsigned long seed = 12345;
  Numbers all(count);
  for (double &x : all) {
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    x = from + (to - from) * (double)(seed >> 33) / 2147483648.0;
  }
  return all;
}

inline bool near(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * (1 + std::fabs(a) + std::fabs(b));
}

inline void expect(const char *what, double got, double wanted, double tolerance) {
  if (near(got, wanted, tolerance))
    return;
  printf("FAILED %s: %.12g, wanted %.12g\n", what, got, wanted);
  failures++;
}

// A function `double f(const double *x, int n)`: its gradient is compared with tangents and with differences, in some directions.
template <double (*f)(const double *, int)>
void check(const char *name, const Numbers &x, double h = 1e-6, double tolerance = 1e-6, double exact = 1e-10) {
  int n = (int)x.size();
  Numbers gradient(n, 0.0);
  double value = f(x.data(), n);
  __enzyme_autodiff((void *)f, enzyme_dup, x.data(), gradient.data(), enzyme_const, n);
  for (int k = 0; k < 3; k++) {
    Numbers direction = numbers(n, -1, 1), above = x, below = x;
    double reverse = 0;
    for (int i = 0; i < n; i++) {
      reverse += gradient[i] * direction[i];
      above[i] += h * direction[i];
      below[i] -= h * direction[i];
    }
    double forward = __enzyme_fwddiff((void *)f, enzyme_dup, x.data(), direction.data(), enzyme_const, n);
    double difference = (f(above.data(), n) - f(below.data(), n)) / (2 * h);
    expect(name, forward, reverse, exact);
    expect(name, difference, reverse, tolerance);
    if (reverse == 0 || !std::isfinite(reverse)) {
      printf("FAILED %s: the gradient is %g\n", name, reverse);
      failures++;
    }
  }
  expect(name, f(x.data(), n), value, 1e-12);
}

inline int finish(const char *name) {
  if (!failures)
    printf("%s: passed\n", name);
  return failures != 0;
}

inline double total(const double *device, int n) {
  double *host = (double *)malloc(n * sizeof(double)), sum = 0;
  cudaMemcpy(host, device, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    sum += (1 + 0.01 * i) * host[i];
  free(host);
  return sum;
}
