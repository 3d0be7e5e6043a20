// The cheapest way through a grid, several rows in one launch: a piece of a row and its neighbours in shared memory.
#include "driver.h"

const int COLUMNS = 1 << 18, ROWS = 41, BLOCK = 256, HEIGHT = 10;
int *wall, *ways[2];

#ifdef __CUDA__
__global__ void rows(int iterations, const int *wall, const int *source, int *result, int columns, int start) {
  __shared__ int before[BLOCK], after[BLOCK];
  int small = BLOCK - 2 * iterations, t = threadIdx.x, x = small * blockIdx.x - iterations + t;
  bool inside = x >= 0 && x < columns, computed = false;
  if (inside)
    before[t] = source[x];
  __syncthreads();
  for (int i = 0; i < iterations; i++) {
    computed = false;
    if (t >= i + 1 && t <= BLOCK - i - 2 && inside) {
      computed = true;
      int left = x > 0 ? before[t - 1] : before[t], right = x < columns - 1 ? before[t + 1] : before[t];
      after[t] = min(before[t], min(left, right)) + wall[(start + i) * columns + x];
    }
    __syncthreads();
    if (i == iterations - 1)
      break;
    if (computed)
      before[t] = after[t];
    __syncthreads();
  }
  if (computed)
    result[x] = after[t];
}

void compute() {
  int small = BLOCK - 2 * HEIGHT;
  memcpy(ways[0], wall, sizeof(int) * COLUMNS);
  for (int k = 0; k < ROWS / HEIGHT; k++)
    rows<<<(COLUMNS + small - 1) / small, BLOCK>>>(HEIGHT, wall, ways[k % 2], ways[1 - k % 2], COLUMNS, 1 + k * HEIGHT);
}
#else
void compute() {
  memcpy(ways[0], wall, sizeof(int) * COLUMNS);
  for (int row = 1; row < ROWS; row++) {
    const int *from = ways[1 - row % 2];
    int *to = ways[row % 2];
#pragma omp parallel for
    for (int x = 0; x < COLUMNS; x++) {
      int best = from[x];
      if (x > 0)
        best = std::min(best, from[x - 1]);
      if (x < COLUMNS - 1)
        best = std::min(best, from[x + 1]);
      to[x] = best + wall[row * COLUMNS + x];
    }
  }
}
#endif

void setup() {
  wall = numbers<int>(COLUMNS * ROWS, 0, 10);
  ways[0] = array<int>(COLUMNS);
  ways[1] = array<int>(COLUMNS);
}
void reset() {}
double result() { return checksum(ways[0], COLUMNS); }
