// Forces between all bodies: tiles of bodies in shared memory.
#include "driver.h"

#ifndef __CUDA__
struct float4 {
  float x, y, z, w;
};
struct float3 {
  float x, y, z;
};
#endif

const int COUNT = 4096, BLOCK = 128;
float4 *bodies;
float3 *forces_on;

BOTH inline float3 interact(float3 sum, float4 a, float4 b) {
  float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, square = x * x + y * y + z * z + 0.01f;
  float root = sqrtf(square), factor = b.w / (root * square);
  return {sum.x + x * factor, sum.y + y * factor, sum.z + z * factor};
}

#ifdef __CUDA__
__global__ void forces(const float4 *bodies, float3 *out, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = bodies[i];
  float3 sum = {0, 0, 0};
  for (int k = 0; k < n; k += blockDim.x) {
    tile[threadIdx.x] = bodies[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++)
      sum = interact(sum, own, tile[j]);
    __syncthreads();
  }
  out[i] = sum;
}

void compute() { forces<<<COUNT / BLOCK, BLOCK, BLOCK * sizeof(float4)>>>(bodies, forces_on, COUNT); }
#else
void compute() {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++) {
    float3 sum = {0, 0, 0};
    for (int j = 0; j < COUNT; j++)
      sum = interact(sum, bodies[i], bodies[j]);
    forces_on[i] = sum;
  }
}
#endif

void setup() {
  bodies = array<float4>(COUNT);
  forces_on = array<float3>(COUNT);
  for (int k = 0; k < COUNT; k++)
    bodies[k] = {(float)number(), (float)number(), (float)number(), (float)number()};
}
void reset() {}
double result() { return checksum(&forces_on[0].x, 3 * COUNT); }
