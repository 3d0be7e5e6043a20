// Votes of warps and blocks, among threads some of which have ended.
#include "check.h"

__global__ void votes(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int even = in[i] % 2 == 0;
  unsigned mask = __activemask();
  unsigned bits = __ballot_sync(mask, even);
  int any = __any_sync(mask, in[i] > 90), all = __all_sync(mask, in[i] < 200);
  int count = __syncthreads_count(even), both = __syncthreads_and(in[i] >= 0), one = __syncthreads_or(in[i] == 77);
  __syncwarp(mask);
  out[i] = __popc(bits) + 100 * any + 1000 * all + 10000 * count + 10000000 * both + 20000000 * one;
}

int main() {
  const int n = 200, size = 96;
  std::vector<int> in(n), expected(n);
  for (int k = 0; k < n; k++)
    in[k] = (int)(number() * 100);
  for (int k = 0; k < n; k++) {
    int bits = 0, any = 0, count = 0, one = 0, warp = k % size / 32;
    for (int j = k / size * size; j < n && j < (k / size + 1) * size; j++) {
      count += in[j] % 2 == 0;
      one |= in[j] == 77;
      if (j % size / 32 == warp)
        bits += in[j] % 2 == 0, any |= in[j] > 90;
    }
    expected[k] = bits + 100 * any + 1000 + 10000 * count + 10000000 + 20000000 * one;
  }
  int *a = to_device(in), *b;
  CALL(cudaMalloc(&b, n * sizeof(int)));
  votes<<<(n + size - 1) / size, size>>>(a, b, n);
  compare("votes", to_host(b, n), expected);
  return 0;
}
