// The set of Mandelbrot: loops whose lengths differ from thread to thread.
#include "driver.h"

const int WIDTH = 512, HEIGHT = 384, MOST = 256;
int *steps;

BOTH inline int escape(float cx, float cy) {
  float x = 0, y = 0;
  int k = 0;
  while (k < MOST && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    k++;
  }
  return k;
}

#ifdef __CUDA__
__global__ void draw(int *steps, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    steps[y * width + x] = escape(-2 + 3.0f * x / width, -1 + 2.0f * y / height);
}

void compute() { draw<<<dim3((WIDTH + 31) / 32, (HEIGHT + 7) / 8), dim3(32, 8)>>>(steps, WIDTH, HEIGHT); }
#else
void compute() {
#pragma omp parallel for schedule(dynamic)
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      steps[y * WIDTH + x] = escape(-2 + 3.0f * x / WIDTH, -1 + 2.0f * y / HEIGHT);
}
#endif

void setup() { steps = array<int>(WIDTH * HEIGHT); }
void reset() {}
double result() { return checksum(steps, WIDTH * HEIGHT); }
