// A sum: shuffles in each warp, then of the sums of warps.
#include "driver.h"

const int COUNT = 1 << 23, BLOCK = 256, GRID = 512;
double *values, *parts;
double total;

#ifdef __CUDA__
__device__ double of_warp(double own) {
  for (int offset = 16; offset > 0; offset /= 2)
    own += __shfl_down_sync(0xffffffffu, own, offset);
  return own;
}

__global__ void sums(const double *values, double *parts, int n) {
  __shared__ double warps[BLOCK / 32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  double own = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    own += values[i];
  own = of_warp(own);
  if (lane == 0)
    warps[warp] = own;
  __syncthreads();
  if (warp == 0) {
    own = of_warp(lane < BLOCK / 32 ? warps[lane] : 0);
    if (lane == 0)
      parts[blockIdx.x] = own;
  }
}

void compute() {
  sums<<<GRID, BLOCK>>>(values, parts, COUNT);
  cudaDeviceSynchronize();
  total = 0;
  for (int k = 0; k < GRID; k++)
    total += parts[k];
}
#else
void compute() {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < COUNT; i++)
    sum += values[i];
  total = sum;
}
#endif

void setup() {
  values = numbers<double>(COUNT);
  parts = array<double>(GRID);
}
void reset() {}
double result() { return total; }
