// refused: it uses what is there before an atomic update
#include "check.h"

__global__ void compact(const double *x, double *y, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.5)
    y[atomicAdd(count, 1)] = x[i] * x[i];
}

double f(const double *x, int n) {
  double *d, *e;
  int *count;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(e, 0, n * sizeof(double));
  cudaMemset(count, 0, sizeof(int));
  compact<<<(n + 31) / 32, 32>>>(d, e, count, n);
  return total(e, n);
}

int main() { check<f>("order", numbers(64, 0, 1)); }
