// refused: it reads pointers from memory behind parameter 1
#include "check.h"

__global__ void rows(double **x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[0][i] * x[1][i];
}

double f(const double *x, int n) {
  double *d, *e, **both, *host[2];
  int m = n / 2;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, m * sizeof(double));
  cudaMalloc(&both, sizeof host);
  host[0] = d, host[1] = d + m;
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(both, host, sizeof host, cudaMemcpyHostToDevice);
  rows<<<(m + 31) / 32, 32>>>(both, e, m);
  return total(e, m);
}

int main() { check<f>("pointers", numbers(64, 0, 1)); }
