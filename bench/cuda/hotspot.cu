// Heat on a chip: steps of a stencil; a tile and its neighbours in shared memory.
#include "driver.h"

const int N = 1024, STEPS = 20, WIDTH = 32, HEIGHT = 8;
float *power, *initial, *heat[2];

#ifdef __CUDA__
__global__ void step(const float *power, const float *from, float *to, int n) {
  __shared__ float tile[HEIGHT + 2][WIDTH + 2];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * WIDTH + tx, y = blockIdx.y * HEIGHT + ty, at = y * n + x;
  float own = from[at];
  tile[ty + 1][tx + 1] = own;
  if (ty == 0)
    tile[0][tx + 1] = y > 0 ? from[at - n] : own;
  if (ty == HEIGHT - 1)
    tile[HEIGHT + 1][tx + 1] = y < n - 1 ? from[at + n] : own;
  if (tx == 0)
    tile[ty + 1][0] = x > 0 ? from[at - 1] : own;
  if (tx == WIDTH - 1)
    tile[ty + 1][WIDTH + 1] = x < n - 1 ? from[at + 1] : own;
  __syncthreads();
  to[at] = own + 0.1f * (power[at] + (tile[ty][tx + 1] + tile[ty + 2][tx + 1] - 2 * own) * 0.2f +
                         (tile[ty + 1][tx] + tile[ty + 1][tx + 2] - 2 * own) * 0.3f + (80 - own) * 0.05f);
}

void compute() {
  for (int k = 0; k < STEPS; k++)
    step<<<dim3(N / WIDTH, N / HEIGHT), dim3(WIDTH, HEIGHT)>>>(power, heat[k % 2], heat[1 - k % 2], N);
}
#else
void compute() {
  for (int k = 0; k < STEPS; k++) {
    const float *from = heat[k % 2];
    float *to = heat[1 - k % 2];
#pragma omp parallel for
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        int at = y * N + x;
        float own = from[at], north = y > 0 ? from[at - N] : own, south = y < N - 1 ? from[at + N] : own;
        float west = x > 0 ? from[at - 1] : own, east = x < N - 1 ? from[at + 1] : own;
        to[at] = own + 0.1f * (power[at] + (north + south - 2 * own) * 0.2f + (west + east - 2 * own) * 0.3f + (80 - own) * 0.05f);
      }
  }
}
#endif

void setup() {
  power = numbers<float>(N * N);
  initial = numbers<float>(N * N, 320, 330);
  heat[0] = array<float>(N * N);
  heat[1] = array<float>(N * N);
}
void reset() { memcpy(heat[0], initial, sizeof(float) * N * N); }
double result() { return checksum(heat[0], N * N); }
