// Threads end before barriers that the others still come to, and barriers stand on two sides of a branch.
#include "check.h"

__global__ void neighbours(const int *in, int *out, int n) {
  __shared__ int own[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  own[threadIdx.x] = in[i];
  __syncthreads();
  int left = threadIdx.x > 0 ? own[threadIdx.x - 1] : 0;
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    own[threadIdx.x] = left;
    __syncthreads();
    left = own[0];
  } else {
    __syncthreads();
  }
  out[i] = left + own[threadIdx.x];
}

int main() {
  const int n = 150;
  std::vector<int> in(n), expected(n);
  for (int k = 0; k < n; k++)
    in[k] = (int)(number() * 100);
  for (int k = 0; k < n; k++) {
    int left = k % 64 ? in[k - 1] : 0;
    expected[k] = k / 64 % 2 == 0 ? left : left + in[k];
  }
  int *a = to_device(in), *b;
  CALL(cudaMalloc(&b, n * sizeof(int)));
  neighbours<<<3, 64>>>(a, b, n);
  compare("neighbours", to_host(b, n), expected);
  return 0;
}
