// Prefix sums of a block, up and down a tree, in dynamic shared memory.
#include "check.h"

__global__ void scan(const int *in, int *out, int n) {
  extern __shared__ int tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, kept = tree[a];
      tree[a] = tree[b];
      tree[b] += kept;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

int main() {
  const int n = 512;
  std::vector<int> in(n), expected(n);
  for (int k = 0, sum = 0; k < n; k++) {
    expected[k] = sum;
    sum += in[k] = (int)(number() * 50);
  }
  int *a = to_device(in), *b;
  CALL(cudaMalloc(&b, n * sizeof(int)));
  scan<<<1, n / 2, n * sizeof(int)>>>(a, b, n);
  compare("prefix sums", to_host(b, n), expected);
  return 0;
}
