// A stencil in shared memory; the number of steps is known when the program runs.
#include "bench.h"
__device__ void stencil(float *in, float *out, int n) {
  __shared__ float a[258];
  int t = threadIdx.x + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
  a[t] = in[i];
  if (t == 1)
    a[0] = a[257] = 0;
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    float next = a[t] + 0.2f * (a[t - 1] - 2 * a[t] + a[t + 1]);
    __syncthreads();
    a[t] = next;
    __syncthreads();
  }
  out[i] = a[t];
}
BENCHMARK(float, stencil, 65536 / smaller, 256, (65536 / smaller * 256, 0.5f, 1.5f), in.count, 64, 5, 1e-1, 1e-3)
