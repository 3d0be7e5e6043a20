// refused: it writes the variable
#include "check.h"

__device__ int calls;

__global__ void count(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    calls = n;
  if (i < n)
    y[i] = x[i] * x[i];
}

double f(const double *x, int n) {
  double *d, *e;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  count<<<(n + 31) / 32, 32>>>(d, e, n);
  return total(e, n);
}

int main() { check<f>("variable", numbers(64, 0, 1)); }
