// Convolution of the rows of an image: a piece of a row and its neighbours in shared memory, the filter in constant memory.
#include "driver.h"

const int WIDTH = 4096, HEIGHT = 1024, RADIUS = 8, BLOCK = 256;
float *image, *out, *filter;

#ifdef __CUDA__
__constant__ float weights[2 * RADIUS + 1];

__global__ void rows(const float *image, float *out, int width) {
  __shared__ float own[BLOCK + 2 * RADIUS];
  int t = threadIdx.x, x = blockIdx.x * BLOCK + t, row = blockIdx.y * width;
  own[t + RADIUS] = image[row + x];
  if (t < RADIUS) {
    own[t] = x >= RADIUS ? image[row + x - RADIUS] : 0;
    own[t + BLOCK + RADIUS] = x + BLOCK < width ? image[row + x + BLOCK] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k <= 2 * RADIUS; k++)
    sum += weights[k] * own[t + k];
  out[row + x] = sum;
}

void compute() {
  cudaMemcpyToSymbol(weights, filter, sizeof(float) * (2 * RADIUS + 1));
  rows<<<dim3(WIDTH / BLOCK, HEIGHT), BLOCK>>>(image, out, WIDTH);
}
#else
float at_border(const float *row, int x) {
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++) {
    int at = x + k - RADIUS;
    sum += at >= 0 && at < WIDTH ? filter[k] * row[at] : 0;
  }
  return sum;
}

void compute() {
#pragma omp parallel for
  for (int y = 0; y < HEIGHT; y++) {
    const float *row = image + y * WIDTH;
    float *to = out + y * WIDTH;
    for (int x = 0; x < RADIUS; x++) {
      to[x] = at_border(row, x);
      to[WIDTH - 1 - x] = at_border(row, WIDTH - 1 - x);
    }
#pragma omp simd
    for (int x = RADIUS; x < WIDTH - RADIUS; x++) {
      float sum = 0;
      for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * row[x + k - RADIUS];
      to[x] = sum;
    }
  }
}
#endif

void setup() {
  image = numbers<float>(WIDTH * HEIGHT);
  out = array<float>(WIDTH * HEIGHT);
  filter = numbers<float>(2 * RADIUS + 1);
}
void reset() {}
double result() { return checksum(out, WIDTH * HEIGHT); }
