// Softmax of the rows of a matrix, a block for each.
#include "bench.h"
#define WIDTH 4096
__device__ float over_block(float x, float *shared, bool largest) {
  int t = threadIdx.x, lane = t % 32;
  for (int k = 16; k; k /= 2) {
    float other = __shfl_xor_sync(~0u, x, k);
    x = largest ? fmaxf(x, other) : x + other;
  }
  if (lane == 0)
    shared[t / 32] = x;
  __syncthreads();
  x = shared[lane % 8];
  for (int k = 4; k; k /= 2) {
    float other = __shfl_xor_sync(~0u, x, k);
    x = largest ? fmaxf(x, other) : x + other;
  }
  __syncthreads();
  return x;
}
__device__ void softmax(float *in, float *out, int n) {
  __shared__ float shared[8];
  const float *row = in + (size_t)blockIdx.x * WIDTH;
  float x[WIDTH / 256], most = -INFINITY, sum = 0;
  for (int k = 0; k < WIDTH / 256; ++k) {
    x[k] = row[k * 256 + threadIdx.x];
    most = fmaxf(most, x[k]);
  }
  most = over_block(most, shared, true);
  for (int k = 0; k < WIDTH / 256; ++k) {
    x[k] = expf(x[k] - most);
    sum += x[k];
  }
  float scale = 1 / over_block(sum, shared, false);
  for (int k = 0; k < WIDTH / 256; ++k)
    out[(size_t)blockIdx.x * WIDTH + k * 256 + threadIdx.x] = x[k] * scale;
}
BENCHMARK(float, softmax, n, 256, ((size_t)n *WIDTH, -1.0f, 1.0f), (size_t)n *WIDTH, 8192 / smaller, 3, 3e-2, 1e-2)
