// refused: graphs of CUDA are not differentiated
#include "check.h"

__global__ void square(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * x[i];
}

double f(const double *x, int n) {
  double *d, *e;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  square<<<(n + 31) / 32, 32, 0, stream>>>(d, e, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  return total(e, n);
}

int main() { check<f>("graph", numbers(64, 0, 1)); }
