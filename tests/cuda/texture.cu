// refused: textures
#include "check.h"

__global__ void read(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

int main() {
  float *out;
  CALL(cudaMalloc(&out, 32 * sizeof(float)));
  read<<<1, 32>>>(0, out);
  return 0;
}
