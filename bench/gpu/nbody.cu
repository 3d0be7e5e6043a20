// Forces between all pairs of bodies.
#include "bench.h"
__device__ void nbody(float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = ((float4 *)in)[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; ++j) {
    float4 other = ((float4 *)in)[j];
    float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float f = other.w * r * r * r;
    x += f * dx, y += f * dy, z += f * dz;
  }
  ((float4 *)out)[i] = make_float4(x, y, z, 0);
}
BENCHMARK(float, nbody, n / 128, 128, (4ul * n, 0.5f, 1.5f), 4ul * n, smaller > 1 ? 256 : 32768, 4, 1e-3, 2e-2)
