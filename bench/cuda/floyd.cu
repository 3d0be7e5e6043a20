// Shortest paths between all nodes (Floyd and Warshall): a kernel for each node on the way.
#include "driver.h"

const int N = 512;
int *start, *paths;

#ifdef __CUDA__
__global__ void through(int *paths, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    int way = paths[i * n + k] + paths[k * n + j];
    if (way < paths[i * n + j])
      paths[i * n + j] = way;
  }
}

void compute() {
  for (int k = 0; k < N; k++)
    through<<<dim3(N / 64, N / 4), dim3(64, 4)>>>(paths, N, k);
}
#else
void compute() {
  for (int k = 0; k < N; k++)
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      int first = paths[i * N + k];
      for (int j = 0; j < N; j++) {
        int way = first + paths[k * N + j];
        if (way < paths[i * N + j])
          paths[i * N + j] = way;
      }
    }
}
#endif

void setup() {
  start = numbers<int>(N * N, 1, 1000);
  for (int i = 0; i < N; i++)
    start[i * N + i] = 0;
  paths = array<int>(N * N);
}
void reset() { memcpy(paths, start, sizeof(int) * N * N); }
double result() { return checksum(paths, N * N); }
