// Jacobi's iteration for Laplace's equation, with the largest change of a block in shared memory.
#include "driver.h"

const int N = 1026, STEPS = 12, WIDTH = 32, HEIGHT = 8, GRID_X = 1024 / WIDTH, GRID_Y = 1024 / HEIGHT;
float *initial, *grid_of[2], *changes;
double change;

#ifdef __CUDA__
__global__ void step(const float *from, float *to, float *changes, int n) {
  __shared__ float most[WIDTH * HEIGHT];
  int x = blockIdx.x * WIDTH + threadIdx.x + 1, y = blockIdx.y * HEIGHT + threadIdx.y + 1, at = y * n + x;
  int t = threadIdx.y * WIDTH + threadIdx.x;
  float next = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
  to[at] = next;
  most[t] = fabsf(next - from[at]);
  for (int half = WIDTH * HEIGHT / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half && most[t + half] > most[t])
      most[t] = most[t + half];
  }
  if (t == 0)
    changes[blockIdx.y * gridDim.x + blockIdx.x] = most[0];
}

void compute() {
  for (int k = 0; k < STEPS; k++) {
    step<<<dim3(GRID_X, GRID_Y), dim3(WIDTH, HEIGHT)>>>(grid_of[k % 2], grid_of[1 - k % 2], changes, N);
    cudaDeviceSynchronize();
    float most = 0;
    for (int b = 0; b < GRID_X * GRID_Y; b++)
      most = std::max(most, changes[b]);
    change = most;
  }
}
#else
void compute() {
  for (int k = 0; k < STEPS; k++) {
    const float *from = grid_of[k % 2];
    float *to = grid_of[1 - k % 2], most = 0;
#pragma omp parallel for reduction(max : most)
    for (int y = 1; y < N - 1; y++)
      for (int x = 1; x < N - 1; x++) {
        int at = y * N + x;
        float next = 0.25f * (from[at - 1] + from[at + 1] + from[at - N] + from[at + N]);
        to[at] = next;
        float moved = fabsf(next - from[at]);
        most = moved > most ? moved : most;
      }
    change = most;
  }
}
#endif

void setup() {
  initial = numbers<float>(N * N);
  grid_of[0] = array<float>(N * N);
  grid_of[1] = array<float>(N * N);
  changes = array<float>(GRID_X * GRID_Y);
}
void reset() {
  for (float *grid : grid_of)
    memcpy(grid, initial, sizeof(float) * N * N);
}
double result() { return checksum(grid_of[0], N * N) + change; }
