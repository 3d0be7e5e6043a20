// A histogram: each block counts in shared memory, with atomic additions, and adds what it has to the result.
#include "driver.h"

const int COUNT = 1 << 24, BINS = 256, GRID = 64;
unsigned char *values;
unsigned *bins;

#ifdef __CUDA__
__global__ void count(const unsigned char *values, unsigned *bins, int n) {
  __shared__ unsigned own[BINS];
  for (int k = threadIdx.x; k < BINS; k += blockDim.x)
    own[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < BINS; k += blockDim.x)
    atomicAdd(&bins[k], own[k]);
}

void compute() { count<<<GRID, 256>>>(values, bins, COUNT); }
#else
void compute() {
#pragma omp parallel for reduction(+ : bins[:BINS])
  for (int i = 0; i < COUNT; i++)
    bins[values[i]]++;
}
#endif

void setup() {
  values = numbers<unsigned char>(COUNT, 0, 255.99);
  bins = array<unsigned>(BINS);
}
void reset() { memset(bins, 0, sizeof(unsigned) * BINS); }
double result() { return checksum(bins, BINS); }
