// Sums by shuffles within warps, then by the first warp.
#include "check.h"

__inline__ __device__ float sum_of_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum(const float *in, float *out, int n) {
  static __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    own += in[i];
  own = sum_of_warp(own);
  if (lane == 0)
    sums[warp] = own;
  __syncthreads();
  own = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
  if (warp == 0)
    own = sum_of_warp(own);
  if (threadIdx.x == 0)
    atomicAdd(out, own);
}

__global__ void butterfly(const int *in, int *out) {
  int value = in[threadIdx.x];
  for (int bit = 1; bit < 32; bit <<= 1)
    value = max(value, __shfl_xor_sync(~0u, value, bit));
  out[threadIdx.x] = value;
}

__global__ void scan(const int *in, int *out) {
  int value = in[threadIdx.x], lane = threadIdx.x & 31;
  for (int distance = 1; distance < 32; distance <<= 1) {
    int before = __shfl_up_sync(~0u, value, distance);
    if (lane >= distance)
      value += before;
  }
  out[threadIdx.x] = value + 1000 * __shfl_sync(~0u, value, 3, 8);
}

int main() {
  int n = 20000;
  std::vector<float> in(n);
  float whole = 0;
  for (int k = 0; k < n; k++)
    whole += in[k] = (int)(number() * 10);
  float *a = to_device(in), *b;
  CALL(cudaMalloc(&b, sizeof(float)));
  CALL(cudaMemset(b, 0, sizeof(float)));
  sum<<<7, 192>>>(a, b, n);
  compare("sum", to_host(b, 1), std::vector<float>{whole});
  std::vector<int> numbers(96), largest(96), sums(96);
  for (int &one : numbers)
    one = (int)(number() * 1000);
  for (int k = 0; k < 96; k++) {
    int first = k & ~31;
    largest[k] = sums[k] = 0;
    for (int j = first; j < first + 32; j++)
      largest[k] = std::max(largest[k], numbers[j]);
    for (int j = first; j <= k; j++)
      sums[k] += numbers[j];
  }
  std::vector<int> expected(96);
  for (int k = 0; k < 96; k++)
    expected[k] = sums[k] + 1000 * sums[(k & ~7) + 3];
  int *c = to_device(numbers), *d;
  CALL(cudaMalloc(&d, 96 * sizeof(int)));
  butterfly<<<1, 96>>>(c, d);
  compare("largest", to_host(d, 96), largest);
  scan<<<1, 96>>>(c, d);
  compare("scan", to_host(d, 96), expected);
  return 0;
}
