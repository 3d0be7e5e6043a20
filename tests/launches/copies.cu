// Copies, fills, streams, events, other kinds of memory.
#include "check.h"

__global__ void square(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * x[i];
}
__global__ void accumulate(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&y[i % 8], x[i] * x[n - 1 - i]);
}

double fills(const double *x, int n) {
  double *d, *e;
  size_t bytes = n * sizeof(double);
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  cudaMemset(e, 0, bytes);
  accumulate<<<(n + 31) / 32, 32>>>(d, e, n);
  double sum = total(e, 8);
  cudaMemset(e, 0, bytes);
  square<<<(n + 31) / 32, 32>>>(d, d, n);
  accumulate<<<(n + 31) / 32, 32>>>(d, e, n);
  cudaMemcpy(d + 1, e, 4 * sizeof(double), cudaMemcpyDeviceToDevice);
  sum += total(d, n);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double chunks(const double *x, int n) {
  const int PARTS = 4;
  int m = n / PARTS;
  double *d, *e, *pinned;
  cudaStream_t streams[PARTS];
  cudaEvent_t done;
  cudaMallocHost((void **)&pinned, n * sizeof(double));
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  for (int i = 0; i < n; i++)
    pinned[i] = x[i] + 1;
  cudaEventCreate(&done);
  for (int k = 0; k < PARTS; k++) {
    cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking);
    cudaMemcpyAsync(d + k * m, pinned + k * m, m * sizeof(double), cudaMemcpyHostToDevice, streams[k]);
    square<<<(m + 31) / 32, 32, 0, streams[k]>>>(d + k * m, e + k * m, m);
    square<<<(m + 31) / 32, 32, 0, streams[k]>>>(e + k * m, d + k * m, m);
    cudaMemcpyAsync(pinned + k * m, d + k * m, m * sizeof(double), cudaMemcpyDeviceToHost, streams[k]);
  }
  cudaEventRecord(done, streams[0]);
  cudaStreamWaitEvent(streams[1], done, 0);
  for (int k = 0; k < PARTS; k++) {
    cudaStreamSynchronize(streams[k]);
    cudaStreamDestroy(streams[k]);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += pinned[i] * (i % 5);
  cudaEventDestroy(done);
  cudaFree(d);
  cudaFree(e);
  cudaFreeHost(pinned);
  return sum;
}

double managed(const double *x, int n) {
  double *d, *e, sum = 0;
  cudaMallocManaged(&d, n * sizeof(double));
  cudaMallocManaged(&e, n * sizeof(double));
  for (int i = 0; i < n; i++)
    d[i] = x[i] * x[i];
  square<<<(n + 31) / 32, 32>>>(d, e, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    d[i] = e[i] * x[n - 1 - i];
  square<<<(n + 31) / 32, 32>>>(d, e, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    sum += e[i] * x[i];
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double direct(const double *x, int n) {
  double *d, *e;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyDefault);
  const double *from = d;
  void *arguments[] = {&from, &e, &n};
  cudaLaunchKernel((const void *)square, dim3((n + 31) / 32), dim3(32), arguments, 0, 0);
  from = e;
  void *again[] = {&from, &d, &n};
  cudaLaunchKernel((const void *)square, dim3((n + 31) / 32), dim3(32), again, 0, 0);
  double sum = total(d, n);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

int main() {
  check<fills>("fills", numbers(64, 0.5, 1.5));
  check<chunks>("chunks", numbers(64, 0.1, 0.5));
  check<managed>("managed", numbers(64, 0.5, 1.5));
  check<direct>("direct", numbers(64, 0.5, 1.5));
  return finish("copies");
}
