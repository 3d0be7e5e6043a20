// Sums by a tree in shared memory.
#include "check.h"

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x, t = threadIdx.x;
  float own = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    own += in[i + blockDim.x];
  part[t] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  int n = 10000, blocks = (n + 511) / 512;
  std::vector<float> in(n), expected(blocks);
  for (int k = 0; k < n; k++)
    in[k] = (int)(number() * 100);
  for (int k = 0; k < n; k++)
    expected[k / 512] += in[k];
  float *a = to_device(in), *b;
  CALL(cudaMalloc(&b, blocks * sizeof(float)));
  sum<<<blocks, 256>>>(a, b, n);
  CALL(cudaGetLastError());
  compare("sums", to_host(b, blocks), expected);
  return 0;
}
