// A scalar that all threads read.
#include "bench.h"
__device__ void saxpy(float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[n] * in[i];
}
BENCHMARK(float, saxpy, (n + 255) / 256, 256, (n + 1, 0.5f, 1.5f), n, (1 << 26) / smaller, 4, 1e-2, 1e-3)
