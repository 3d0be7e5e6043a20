// Errors of launches, and what the run time tells of itself.
#include "check.h"

__global__ void nothing() {}
__global__ void write(int *out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  nothing<<<1, 2048>>>();
  if (cudaPeekAtLastError() != cudaErrorInvalidConfiguration || cudaGetLastError() != cudaErrorInvalidConfiguration)
    return 1;
  if (cudaGetLastError() != cudaSuccess)
    return 2;
  nothing<<<0, 32>>>();
  if (cudaGetLastError() != cudaErrorInvalidConfiguration)
    return 3;
  nothing<<<1, dim3(1, 1, 128)>>>();
  if (cudaGetLastError() != cudaErrorInvalidConfiguration)
    return 4;
  int count = 0, device = -1;
  cudaDeviceProp properties;
  CALL(cudaGetDeviceCount(&count));
  CALL(cudaSetDevice(0));
  CALL(cudaGetDevice(&device));
  CALL(cudaGetDeviceProperties(&properties, device));
  if (count != 1 || device != 0 || properties.warpSize != 32 || properties.maxThreadsPerBlock != 1024)
    return 5;
  if (cudaSetDevice(7) != cudaErrorInvalidDevice)
    return 6;
  cudaGetLastError();
  int *out;
  CALL(cudaMalloc(&out, 32 * sizeof(int)));
  void *arguments[] = {&out};
  CALL(cudaLaunchKernel((const void *)write, dim3(1), dim3(32), arguments, 0, 0));
  std::vector<int> expected(32);
  for (int k = 0; k < 32; k++)
    expected[k] = k;
  compare("written", to_host(out, 32), expected);
  return 0;
}
