// Running sums: of blocks in shared memory, then of the sums of blocks, which are added last.
#include "driver.h"

const int COUNT = 1 << 22, BLOCK = 256, BLOCKS = COUNT / BLOCK;
float *values, *sums, *totals;

#ifdef __CUDA__
__global__ void of_blocks(const float *values, float *sums, float *totals) {
  __shared__ float own[2][BLOCK];
  int t = threadIdx.x, at = blockIdx.x * BLOCK + t, from = 0;
  own[0][t] = values[at];
  __syncthreads();
  for (int distance = 1; distance < BLOCK; distance *= 2) {
    own[1 - from][t] = t >= distance ? own[from][t] + own[from][t - distance] : own[from][t];
    from = 1 - from;
    __syncthreads();
  }
  sums[at] = own[from][t];
  if (t == BLOCK - 1)
    totals[blockIdx.x] = own[from][t];
}

__global__ void add(float *sums, const float *totals) { sums[blockIdx.x * BLOCK + threadIdx.x] += totals[blockIdx.x]; }

void compute() {
  of_blocks<<<BLOCKS, BLOCK>>>(values, sums, totals);
  cudaDeviceSynchronize();
  float before = 0;
  for (int k = 0; k < BLOCKS; k++) {
    float own = totals[k];
    totals[k] = before;
    before += own;
  }
  add<<<BLOCKS, BLOCK>>>(sums, totals);
}
#else
void compute() {
#pragma omp parallel for
  for (int block = 0; block < BLOCKS; block++) {
    float sum = 0;
    for (int t = block * BLOCK; t < (block + 1) * BLOCK; t++)
      sums[t] = sum += values[t];
    totals[block] = sum;
  }
  float before = 0;
  for (int k = 0; k < BLOCKS; k++) {
    float own = totals[k];
    totals[k] = before;
    before += own;
  }
#pragma omp parallel for
  for (int block = 0; block < BLOCKS; block++)
    for (int t = block * BLOCK; t < (block + 1) * BLOCK; t++)
      sums[t] += totals[block];
}
#endif

void setup() {
  values = numbers<float>(COUNT);
  sums = array<float>(COUNT);
  totals = array<float>(BLOCKS);
}
void reset() {}
double result() { return checksum(sums, COUNT); }
