// The gradient of a host function that launches kernels: against its formula, forward mode and central differences.
#include "check.h"

__global__ void terms(const double *x, double *y, int n) {
  __shared__ double own[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  double other = own[31 - threadIdx.x];
  if (i < n)
    y[i] = x[i] * x[i] + sin(other);
}

double loss(const double *x, int n) {
  double *dx, *dy, sum = 0, *y = (double *)malloc(n * sizeof(double));
  cudaMalloc(&dx, n * sizeof(double));
  cudaMalloc(&dy, n * sizeof(double));
  cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
  terms<<<(n + 31) / 32, 32>>>(dx, dy, n);
  cudaMemcpy(y, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    sum += y[i];
  cudaFree(dx);
  cudaFree(dy);
  free(y);
  return sum;
}

template <class... T> double __enzyme_autodiff(void *, T...);
template <class... T> double __enzyme_fwddiff(void *, T...);

int main() {
  const int n = 64;
  std::vector<double> x(n), g(n), expected(n), forward(n), differences(n);
  for (int i = 0; i < n; i++)
    x[i] = 0.1 * i;
  for (int i = 0; i < n; i++)
    expected[i] = 2 * x[i] + cos(x[i]);
  __enzyme_autodiff<const double *, double *, int>((void *)loss, x.data(), g.data(), n);
  for (int i = 0; i < n; i++) {
    std::vector<double> seed(n), up = x, down = x;
    seed[i] = 1;
    forward[i] = __enzyme_fwddiff<const double *, double *, int>((void *)loss, x.data(), seed.data(), n);
    up[i] += 1e-6, down[i] -= 1e-6;
    differences[i] = (loss(up.data(), n) - loss(down.data(), n)) / 2e-6;
  }
  compare("reverse", g, expected, 1e-12);
  compare("forward", forward, expected, 1e-12);
  compare("differences", differences, expected, 1e-6);
  return 0;
}
