// Distances of places on earth from a point, and the least of each block, by shuffles.
#include "driver.h"

const int COUNT = 1 << 21, BLOCK = 256;
float *latitude, *longitude, *distance_of, *least;

#ifdef __CUDA__
__global__ void distances(const float *latitude, const float *longitude, float *distance, float *least, int n, float x, float y) {
  __shared__ float of_warp[BLOCK / 32];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  float a = latitude[i] - x, b = longitude[i] - y, own = sqrtf(a * a + b * b);
  distance[i] = own;
  for (int offset = 16; offset > 0; offset /= 2)
    own = fminf(own, __shfl_down_sync(0xffffffffu, own, offset));
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < BLOCK / 32; k++)
      own = fminf(own, of_warp[k]);
    least[blockIdx.x] = own;
  }
}

void compute() { distances<<<COUNT / BLOCK, BLOCK>>>(latitude, longitude, distance_of, least, COUNT, 30, 90); }
#else
void compute() {
#pragma omp parallel for
  for (int block = 0; block < COUNT / BLOCK; block++) {
    float best = INFINITY;
    for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
      float a = latitude[i] - 30, b = longitude[i] - 90, own = sqrtf(a * a + b * b);
      distance_of[i] = own;
      best = own < best ? own : best;
    }
    least[block] = best;
  }
}
#endif

void setup() {
  latitude = numbers<float>(COUNT, 0, 63);
  longitude = numbers<float>(COUNT, 0, 358);
  distance_of = array<float>(COUNT);
  least = array<float>(COUNT / BLOCK);
}
void reset() {}
double result() { return checksum(distance_of, COUNT) + checksum(least, COUNT / BLOCK); }
