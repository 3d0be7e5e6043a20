// A matrix transposed, in tiles that lie in shared memory.
#include "driver.h"

const int N = 2048, TILE = 32, ROWS = 8;
float *in, *out;

#ifdef __CUDA__
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

void compute() { transpose<<<dim3(N / TILE, N / TILE), dim3(TILE, ROWS)>>>(out, in, N); }
#else
void compute() {
#pragma omp parallel for
  for (int by = 0; by < N; by += TILE)
    for (int bx = 0; bx < N; bx += TILE)
      for (int y = by; y < by + TILE; y++)
        for (int x = bx; x < bx + TILE; x++)
          out[y * N + x] = in[x * N + y];
}
#endif

void setup() {
  in = numbers<float>(N * N);
  out = array<float>(N * N);
}
void reset() {}
double result() { return checksum(out, N * N); }
