// The product of matrices, by tiles in shared memory.
#include "check.h"

template <int TILE> __global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < (n + TILE - 1) / TILE; tile++) {
    int at = tile * TILE;
    x[threadIdx.y][threadIdx.x] = row < n && at + threadIdx.x < n ? a[row * n + at + threadIdx.x] : 0;
    y[threadIdx.y][threadIdx.x] = column < n && at + threadIdx.y < n ? b[(at + threadIdx.y) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++)
      sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

int main() {
  int n = 75;
  std::vector<float> a(n * n), b(n * n), expected(n * n);
  for (int k = 0; k < n * n; k++)
    a[k] = (int)(number() * 8), b[k] = (int)(number() * 8);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        expected[i * n + j] += a[i * n + k] * b[k * n + j];
  float *da = to_device(a), *db = to_device(b), *dc;
  CALL(cudaMalloc(&dc, n * n * sizeof(float)));
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product<16><<<grid, block>>>(da, db, dc, n);
  compare("product", to_host(dc, n * n), expected);
  product<8><<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(da, db, dc, n);
  compare("product of small tiles", to_host(dc, n * n), expected);
  return 0;
}
