// Barriers that separate something, and barriers that do not.
#include "check.h"

const int BLOCK = 64;

// The first one separates nothing, nor do the second of a pair and the last one; the others must stay.
__global__ void mixed(const int *in, int *out) {
  __shared__ int a[BLOCK], b[BLOCK];
  int t = threadIdx.x, at = blockIdx.x * BLOCK + t;
  __syncthreads();
  a[t] = in[at];
  __syncthreads();
  __syncthreads();
  b[t] = a[BLOCK - 1 - t];
  __syncthreads();
  a[t] = b[(t + 1) % BLOCK];
  __syncthreads();
  out[at] = a[(t + 5) % BLOCK];
  __syncthreads();
}

// Two variables: the barrier between them goes, the next one orders both.
__global__ void two(const int *in, int *out) {
  __shared__ int a[BLOCK], b[BLOCK];
  int t = threadIdx.x, at = blockIdx.x * BLOCK + t;
  a[t] = in[at];
  __syncthreads();
  b[t] = 2 * in[at];
  __syncthreads();
  out[at] = a[BLOCK - 1 - t] + b[(t + 7) % BLOCK];
}

// Threads of a block give each other numbers through global memory.
__global__ void global(int *data) {
  int t = threadIdx.x, at = blockIdx.x * BLOCK;
  int other = data[at + BLOCK - 1 - t];
  __syncthreads();
  data[at + t] = other + t;
}

// A pointer that may lead to either of two variables.
__global__ void either(const int *in, int *out, int which) {
  __shared__ int a[BLOCK], b[BLOCK];
  int t = threadIdx.x, at = blockIdx.x * BLOCK + t;
  int *chosen = which ? a : b;
  a[t] = 0;
  b[t] = 0;
  __syncthreads();
  chosen[t] = in[at];
  __syncthreads();
  out[at] = a[BLOCK - 1 - t] - b[BLOCK - 1 - t];
}

int main() {
  const int blocks = 5, n = blocks * BLOCK;
  std::vector<int> in(n), first(n), second(n), third(n), fourth(n);
  for (int &value : in)
    value = (int)(1000 * number());
  for (int k = 0; k < n; k++) {
    int base = k / BLOCK * BLOCK, t = k % BLOCK;
    auto b = [&](int t) { return in[base + BLOCK - 1 - t]; };
    first[k] = b(((t + 5) % BLOCK + 1) % BLOCK);
    second[k] = in[base + BLOCK - 1 - t] + 2 * in[base + (t + 7) % BLOCK];
    third[k] = in[base + BLOCK - 1 - t] + t;
    fourth[k] = in[base + BLOCK - 1 - t];
  }
  int *from = to_device(in), *to = to_device(in), *both = to_device(in);
  mixed<<<blocks, BLOCK>>>(from, to);
  compare("mixed", to_host(to, n), first);
  two<<<blocks, BLOCK>>>(from, to);
  compare("two", to_host(to, n), second);
  global<<<blocks, BLOCK>>>(both);
  compare("global", to_host(both, n), third);
  either<<<blocks, BLOCK>>>(from, to, 1);
  compare("either", to_host(to, n), fourth);
  return 0;
}
