// Streams, events, copies of several kinds, constants, variables of the device and managed memory.
#include "check.h"

__constant__ float factors[4];
__device__ int launches;
__device__ float table[8];
__managed__ int seen = 3;

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    atomicAdd(&launches, 1);
    seen += 2;
  }
  if (i < n)
    data[i] = data[i] * factors[i % 4] + table[i % 8];
}

int main() {
  const int n = 1000;
  float *pinned, *device, host[4] = {1, 2, 3, 4}, more[8] = {0, 1, 0, 1, 0, 1, 0, 1};
  CALL(cudaMallocHost(&pinned, n * sizeof(float)));
  CALL(cudaMalloc(&device, n * sizeof(float)));
  CALL(cudaMemcpyToSymbol(factors, host, sizeof host));
  CALL(cudaMemcpyToSymbol(table, more, sizeof more));
  for (int k = 0; k < n; k++)
    pinned[k] = k;
  cudaStream_t stream;
  cudaEvent_t start, end;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaEventCreate(&start));
  CALL(cudaEventCreate(&end));
  CALL(cudaMemcpyAsync(device, pinned, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  CALL(cudaEventRecord(start, stream));
  scale<<<4, 256, 0, stream>>>(device, n);
  scale<<<4, 256, 0, stream>>>(device, n);
  CALL(cudaEventRecord(end, stream));
  CALL(cudaMemcpyAsync(pinned, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaEventSynchronize(end));
  float milliseconds = -1;
  CALL(cudaEventElapsedTime(&milliseconds, start, end));
  int count = 0;
  CALL(cudaMemcpyFromSymbol(&count, launches, sizeof count));
  if (milliseconds < 0 || count != 2 || seen != 7)
    return printf("%f %d %d\n", milliseconds, count, seen), 1;
  for (int k = 0; k < n; k++) {
    float expected = k;
    for (int j = 0; j < 2; j++)
      expected = expected * host[k % 4] + more[k % 8];
    if (pinned[k] != expected)
      return printf("%d: %f, not %f\n", k, pinned[k], expected), 1;
  }
  size_t pitch;
  float *wide, *managed;
  CALL(cudaMallocPitch(&wide, &pitch, 10 * sizeof(float), 5));
  CALL(cudaMemcpy2D(wide, pitch, pinned, 10 * sizeof(float), 10 * sizeof(float), 5, cudaMemcpyHostToDevice));
  CALL(cudaMallocManaged(&managed, 50 * sizeof(float)));
  CALL(cudaMemcpy2D(managed, 10 * sizeof(float), wide, pitch, 10 * sizeof(float), 5, cudaMemcpyDeviceToDevice));
  for (int k = 0; k < 50; k++)
    if (managed[k] != pinned[k])
      return 1;
  CALL(cudaStreamDestroy(stream));
  CALL(cudaEventDestroy(start));
  CALL(cudaEventDestroy(end));
  CALL(cudaFreeHost(pinned));
  CALL(cudaFree(device));
  return 0;
}
