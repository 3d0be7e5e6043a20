// Forces between bodies, by tiles in shared memory and with vectors of CUDA.
#include "check.h"

__device__ float3 interact(float3 sum, float4 a, float4 b) {
  float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, r = rsqrtf(x * x + y * y + z * z + 0.01f), s = b.w * r * r * r;
  return make_float3(sum.x + x * s, sum.y + y * s, sum.z + z * s);
}

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

int main() {
  const int n = 256;
  std::vector<float4> bodies(n);
  std::vector<float> expected(3 * n);
  for (float4 &one : bodies)
    one = make_float4(number(), number(), number(), number());
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float4 a = bodies[i], b = bodies[j];
      float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, r = 1 / sqrtf(x * x + y * y + z * z + 0.01f), s = b.w * r * r * r;
      expected[3 * i] += x * s, expected[3 * i + 1] += y * s, expected[3 * i + 2] += z * s;
    }
  float4 *a = to_device(bodies);
  float3 *f;
  CALL(cudaMalloc(&f, n * sizeof(float3)));
  forces<<<n / 64, 64, 64 * sizeof(float4)>>>(a, f, n);
  compare("forces", to_host((float *)f, 3 * n), expected, 1e-3);
  return 0;
}
