// A product of matrices by tiles in shared memory.
#include "bench.h"
#define TILE 16
__device__ void matmul(float *in, float *out, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
  int column = blockIdx.x % (n / TILE) * TILE + x, row = blockIdx.x / (n / TILE) * TILE + y;
  const float *a = in, *b = in + (size_t)n * n;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    as[y][x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < TILE; ++j)
      sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  out[row * n + column] = sum;
}
BENCHMARK(float, matmul, (n / TILE) * (n / TILE), TILE *TILE, (2ul * n * n, -1.0f, 1.0f), (size_t)n *n, smaller > 1 ? 128 : 2048, 4, 1e-1, 1e-2)
