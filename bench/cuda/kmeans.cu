// The nearest centre of each point, and the new centres.
#include "driver.h"

const int COUNT = 1 << 18, CENTRES = 16, SIZE = 4;
float *points, *centres, *initial, *sums;
int *member, *counts;

#ifdef __CUDA__
__global__ void nearest(const float *points, const float *centres, int *member, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < CENTRES; c++) {
    float distance = 0;
    for (int d = 0; d < SIZE; d++) {
      float difference = points[d * n + i] - centres[c * SIZE + d];
      distance += difference * difference;
    }
    if (distance < least)
      least = distance, best = c;
  }
  member[i] = best;
}

__global__ void gather(const float *points, const int *member, float *sums, int *counts, int n) {
  __shared__ float own[CENTRES * SIZE];
  __shared__ int own_counts[CENTRES];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < CENTRES * SIZE)
    own[t] = 0;
  if (t < CENTRES)
    own_counts[t] = 0;
  __syncthreads();
  if (i < n) {
    atomicAdd(&own_counts[member[i]], 1);
    for (int d = 0; d < SIZE; d++)
      atomicAdd(&own[member[i] * SIZE + d], points[d * n + i]);
  }
  __syncthreads();
  if (t < CENTRES * SIZE)
    atomicAdd(&sums[t], own[t]);
  if (t < CENTRES)
    atomicAdd(&counts[t], own_counts[t]);
}

__global__ void move(float *centres, const float *sums, const int *counts) {
  int t = threadIdx.x;
  if (counts[t / SIZE])
    centres[t] = sums[t] / counts[t / SIZE];
}

void compute() {
  for (int k = 0; k < 3; k++) {
    nearest<<<COUNT / 256, 256>>>(points, centres, member, COUNT);
    cudaMemset(sums, 0, sizeof(float) * CENTRES * SIZE);
    cudaMemset(counts, 0, sizeof(int) * CENTRES);
    gather<<<COUNT / 256, 256>>>(points, member, sums, counts, COUNT);
    move<<<1, CENTRES * SIZE>>>(centres, sums, counts);
  }
}
#else
void compute() {
  for (int k = 0; k < 3; k++) {
    memset(sums, 0, sizeof(float) * CENTRES * SIZE);
    memset(counts, 0, sizeof(int) * CENTRES);
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++) {
      float least = 1e30f;
      int best = 0;
      for (int c = 0; c < CENTRES; c++) {
        float distance = 0;
        for (int d = 0; d < SIZE; d++) {
          float difference = points[d * COUNT + i] - centres[c * SIZE + d];
          distance += difference * difference;
        }
        if (distance < least)
          least = distance, best = c;
      }
      member[i] = best;
    }
#pragma omp parallel for reduction(+ : sums[:CENTRES * SIZE], counts[:CENTRES])
    for (int i = 0; i < COUNT; i++) {
      counts[member[i]]++;
      for (int d = 0; d < SIZE; d++)
        sums[member[i] * SIZE + d] += points[d * COUNT + i];
    }
    for (int t = 0; t < CENTRES * SIZE; t++)
      if (counts[t / SIZE])
        centres[t] = sums[t] / counts[t / SIZE];
  }
}
#endif

void setup() {
  points = numbers<float>(COUNT * SIZE);
  initial = numbers<float>(CENTRES * SIZE);
  centres = array<float>(CENTRES * SIZE);
  sums = array<float>(CENTRES * SIZE);
  member = array<int>(COUNT);
  counts = array<int>(CENTRES);
}
void reset() { memcpy(centres, initial, sizeof(float) * CENTRES * SIZE); }
double result() { return checksum(centres, CENTRES * SIZE); }
