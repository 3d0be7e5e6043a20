// What the threads of a block do together: shared memory, barriers, shuffles, votes.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ void reverse_block(double *in, double *out, int n) {
  __shared__ double tile[64];
  int t = threadIdx.x, i = index();
  tile[t] = in[i] * in[i];
  __syncthreads();
  out[i] = tile[63 - t] * tile[t];
}
KERNELS(double, reverse_block)

__device__ void reduce(double *in, double *out, int n) {
  __shared__ double sums[128];
  int t = threadIdx.x;
  sums[t] = index() < n ? sin(in[index()]) : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0] * sums[0];
}
KERNELS(double, reduce)

__device__ void stencil(float *in, float *out, int n) {
  __shared__ float a[66], b[66];
  int t = threadIdx.x + 1, i = index();
  int steps = 2 + n / 100;
  a[t] = in[i];
  if (t == 1)
    a[0] = a[65] = b[0] = b[65] = 0;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    b[t] = a[t] + 0.2f * (a[t - 1] - 2 * a[t] + a[t + 1]) * a[t];
    __syncthreads();
    a[t] = b[t];
    __syncthreads();
  }
  out[i] = a[t];
}
KERNELS(float, stencil)

#define TILE 8
__device__ void multiply(double *in, double *out, int n) {
  __shared__ double as[TILE][TILE], bs[TILE][TILE];
  int size = 32, x = threadIdx.x % TILE, y = threadIdx.x / TILE;
  int column = blockIdx.x % (size / TILE) * TILE + x, row = blockIdx.x / (size / TILE) * TILE + y;
  double *a = in, *b = in + size * size, sum = 0;
  for (int k = 0; k < size; k += TILE) {
    as[y][x] = a[row * size + k + x];
    bs[y][x] = b[(k + y) * size + column];
    __syncthreads();
    for (int j = 0; j < TILE; ++j)
      sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  out[row * size + column] = sum;
}
KERNELS(double, multiply)

__device__ float sum_of_warp(float x) {
  for (int k = 16; k; k >>= 1)
    x += __shfl_down_sync(~0u, x, k);
  return x;
}
__device__ void shuffled_sum(float *in, float *out, int n) {
  float x = sum_of_warp(in[index()] * in[index()]);
  if (threadIdx.x % 32 == 0)
    out[index() / 32] = x * x;
}
KERNELS(float, shuffled_sum)

__device__ void butterfly(double *in, double *out, int n) {
  double x = in[index()];
  for (int k = 1; k < 32; k *= 2)
    x = x * 0.5 + __shfl_xor_sync(~0u, x, k) * x;
  out[index()] = x;
}
KERNELS(double, butterfly)

__device__ void scan(float *in, float *out, int n) {
  float x = in[index()] * in[index()];
  int lane = threadIdx.x % 32;
  for (int k = 1; k < 32; k *= 2) {
    float other = __shfl_up_sync(~0u, x, k);
    if (lane >= k)
      x += other;
  }
  out[index()] = x * x;
}
KERNELS(float, scan)

__device__ void broadcast(double *in, double *out, int n) {
  double x = in[index()];
  double first = __shfl_sync(~0u, x, 0), other = __shfl_sync(~0u, x * x, (threadIdx.x * 5 + 1) % 32);
  double part = __shfl_sync(~0u, x, 3, 8), up = __shfl_up_sync(~0u, x, 2, 16), down = __shfl_down_sync(~0u, x, 3, 8);
  out[index()] = first * x + other * part + up * down;
}
KERNELS(double, broadcast)

__device__ void softmax(double *in, double *out, int n) {
  __shared__ double shared[64];
  int t = threadIdx.x;
  double *row = in + blockIdx.x * 64;
  shared[t] = row[t];
  __syncthreads();
  for (int k = 32; k; k /= 2) {
    if (t < k)
      shared[t] = fmax(shared[t], shared[t + k]);
    __syncthreads();
  }
  double most = shared[0];
  __syncthreads();
  double e = exp(row[t] - most);
  shared[t] = e;
  __syncthreads();
  for (int k = 32; k; k /= 2) {
    if (t < k)
      shared[t] += shared[t + k];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = e / shared[0];
}
KERNELS(double, softmax)

__device__ void votes(double *in, double *out, int n) {
  double x = in[index()];
  int above = __syncthreads_count(x > 0);
  unsigned ballot = __ballot_sync(~0u, x > 0.2);
  if (__syncthreads_or(x > 0.9))
    x *= x;
  out[index()] = x * x * above + x * __popc(ballot);
}
KERNELS(double, votes)

__device__ void one_value(double *in, double *out, int n) {
  __shared__ double common;
  if (threadIdx.x == 0)
    common = in[blockIdx.x] * in[blockIdx.x];
  __syncthreads();
  out[index()] = common * in[index()];
}
KERNELS(double, one_value)

__device__ void all_store(double *in, double *out, int n) {
  __shared__ double common;
  common = in[blockIdx.x] * in[blockIdx.x];
  __syncthreads();
  out[index()] = common * in[index()];
}
KERNELS(double, all_store)

__device__ void dynamic(double *in, double *out, int n) {
  extern __shared__ double memory[];
  int t = threadIdx.x;
  memory[t] = in[index()] * 2;
  __syncthreads();
  double x = memory[(t + 1) % blockDim.x];
  __syncthreads();
  memory[t] = x * x;
  __syncthreads();
  out[index()] = memory[(t * 3) % blockDim.x] * in[index()];
}
KERNELS(double, dynamic)

__device__ void early_end(double *in, double *out, int n) {
  __shared__ double tile[64];
  int i = index();
  tile[threadIdx.x] = 0;
  if (i < n)
    tile[threadIdx.x] = in[i] * in[i];
  __syncthreads();
  if (i >= n)
    return;
  out[i] = tile[threadIdx.x] * tile[threadIdx.x / 2];
}
KERNELS(double, early_end)

__device__ void histogram(double *in, double *out, int n) {
  __shared__ double bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 8], in[index()] * in[index()]);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x] * bins[threadIdx.x]);
}
KERNELS(double, histogram)

__device__ void exchanged_bits(float *in, float *out, int n) {
  int other = __shfl_xor_sync(0xffffffffu, __float_as_int(in[index()] * in[index()]), 1);
  out[index()] = __int_as_float(other) * in[index()];
}
KERNELS(float, exchanged_bits)

int main() {
  CHECK(double, reverse_block, numbers<double>(256, -1, 1), 256, 4, 64, 0);
  CHECK(double, reduce, numbers<double>(500, -1, 1), 4, 4, 128, 0);
  CHECK(float, stencil, numbers<float>(256, 0.5, 1), 256, 4, 64, 0);
  CHECK(double, multiply, numbers<double>(2 * 32 * 32, -1, 1), 32 * 32, 16, TILE * TILE, 0);
  CHECK(float, shuffled_sum, numbers<float>(256, 0.5, 1), 8, 4, 64, 0);
  CHECK(double, butterfly, numbers<double>(256, 0.5, 1), 256, 4, 64, 0);
  CHECK(float, scan, numbers<float>(128, 0.1, 0.3), 128, 2, 64, 0);
  CHECK(double, broadcast, numbers<double>(128, -1, 1), 128, 2, 64, 0);
  CHECK(double, softmax, numbers<double>(256, -1, 1), 256, 4, 64, 0);
  CHECK(double, votes, numbers<double>(256, -1, 1), 256, 4, 64, 0);
  CHECK(double, one_value, numbers<double>(256, 0.5, 1), 256, 4, 64, 0);
  CHECK(double, all_store, numbers<double>(256, 0.5, 1), 256, 4, 64, 0);
  CHECK(double, dynamic, numbers<double>(256, -1, 1), 256, 4, 64, 64 * sizeof(double));
  CHECK(double, early_end, numbers<double>(200, -1, 1), 200, 4, 64, 0);
  CHECK(double, histogram, numbers<double>(256, -1, 1), 8, 4, 64, 0);
  CHECK(float, exchanged_bits, numbers<float>(128, 0.5, 1), 128, 2, 64, 0);
  return finish();
}
