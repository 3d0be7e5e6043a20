// A scalar product: sums of blocks in shared memory, halved at each barrier.
#include "driver.h"

const int COUNT = 1 << 23, BLOCK = 256, GRID = 1024;
float *a, *b, *parts;
double total;

#ifdef __CUDA__
__global__ void products(const float *a, const float *b, float *parts, int n) {
  __shared__ float part[BLOCK];
  unsigned t = threadIdx.x;
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    own += a[i] * b[i];
  part[t] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    parts[blockIdx.x] = part[0];
}

void compute() {
  products<<<GRID, BLOCK>>>(a, b, parts, COUNT);
  cudaDeviceSynchronize();
  total = 0;
  for (int k = 0; k < GRID; k++)
    total += parts[k];
}
#else
void compute() {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < COUNT; i++)
    sum += a[i] * b[i];
  total = sum;
}
#endif

void setup() {
  a = numbers<float>(COUNT);
  b = numbers<float>(COUNT);
  parts = array<float>(GRID);
}
void reset() {}
double result() { return total; }
