// A product of matrices, in tiles that lie in shared memory.
#include "driver.h"

const int N = 512, TILE = 16;
float *a, *b, *c;

#ifdef __CUDA__
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int at = 0; at < n; at += TILE) {
    x[threadIdx.y][threadIdx.x] = a[row * n + at + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void compute() { product<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(a, b, c, N); }
#else
void compute() {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      c[i * N + j] = 0;
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        c[i * N + j] += a[i * N + k] * b[k * N + j];
  }
}
#endif

void setup() {
  a = numbers<float>(N * N);
  b = numbers<float>(N * N);
  c = array<float>(N * N);
}
void reset() {}
double result() { return checksum(c, N * N); }
