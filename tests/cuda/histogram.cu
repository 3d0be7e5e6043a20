// A histogram: atomic updates in shared memory, then in global memory.
#include "check.h"

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    own[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[data[i]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    atomicAdd(&bins[k], own[k]);
}

int main() {
  int n = 50000;
  std::vector<unsigned char> data(n);
  std::vector<unsigned> expected(256);
  for (auto &one : data)
    expected[one = (unsigned char)(number() * number() * 256)]++;
  unsigned char *a = to_device(data);
  unsigned *bins = to_device(std::vector<unsigned>(256));
  histogram<<<9, 96>>>(a, bins, n);
  compare("bins", to_host(bins, 256), expected);
  return 0;
}
