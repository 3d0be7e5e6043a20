// Shared memory whose bytes the launch gives, large blocks, grids of two dimensions, kernels of templates in namespaces, shuffles, float.
#include "check.h"

template <class T> __global__ void smooth(const T *x, T *y, int n) {
  extern __shared__ double memory[];
  T *tile = (T *)memory;
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  T left = t > 0 ? tile[t - 1] : 0, right = t + 1 < blockDim.x ? tile[t + 1] : 0;
  if (i < n)
    y[i] = tile[t] * (left + right) + sin(tile[t]);
}

namespace inner {
template <int SIZE> __global__ void transpose(const double *x, double *y, double scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < SIZE && j < SIZE)
    y[i * SIZE + j] = scale * x[j * SIZE + i] * x[j * SIZE + i];
}
} // namespace inner

__global__ void sums(const float *x, float *y, int n) {
  float sum = 0;
  for (int k = threadIdx.x; k < n; k += 32)
    sum += x[k] * x[k];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x == 0)
    *y = sum;
}

double dynamic(const double *x, int n) {
  double *d, *e;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  smooth<double><<<(n + 1023) / 1024, 1024, 1024 * sizeof(double)>>>(d, e, n);
  smooth<double><<<(n + 63) / 64, 64, 64 * sizeof(double)>>>(e, d, n);
  double sum = total(d, n);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double square_grid(const double *x, int n) {
  double *d, *e;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  dim3 block(8, 4), grid(2, 4);
  inner::transpose<16><<<grid, block>>>(d, e, x[0]);
  inner::transpose<16><<<grid, block>>>(e, d, 1.5);
  double sum = total(d, n);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double in_float(const double *x, int n) {
  float *d, *e, answer, *host = (float *)malloc(n * sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&e, sizeof(float));
  for (int i = 0; i < n; i++)
    host[i] = (float)x[i];
  cudaMemcpy(d, host, n * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(d, e, n);
  cudaMemcpy(&answer, e, sizeof answer, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(e);
  free(host);
  return answer * x[0];
}

int main() {
  check<dynamic>("dynamic shared memory", numbers(1500, 0.1, 0.9));
  check<square_grid>("two dimensions", numbers(256, 0.5, 1.5));
  check<in_float>("float", numbers(100, 0.5, 1.5), 1e-2, 1e-2, 1e-4);
  return finish("shared");
}
