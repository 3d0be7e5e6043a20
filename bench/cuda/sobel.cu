// Edges of an image by Sobel's operator.
#include "driver.h"

const int WIDTH = 2048, HEIGHT = 1024;
unsigned char *image, *edges;

BOTH inline unsigned char edge(const unsigned char *at, int width) {
  int x = at[1 - width] + 2 * at[1] + at[1 + width] - at[-1 - width] - 2 * at[-1] - at[-1 + width];
  int y = at[width - 1] + 2 * at[width] + at[width + 1] - at[-width - 1] - 2 * at[-width] - at[-width + 1];
  int sum = (x < 0 ? -x : x) + (y < 0 ? -y : y);
  return (unsigned char)(sum > 255 ? 255 : sum);
}

#ifdef __CUDA__
__global__ void find(const unsigned char *image, unsigned char *edges, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  edges[y * width + x] = edge(image + y * width + x, width);
}

void compute() {
  for (int k = 0; k < 4; k++)
    find<<<dim3(WIDTH / 128, HEIGHT / 2), dim3(128, 2)>>>(image, edges, WIDTH, HEIGHT);
}
#else
void find(const unsigned char *__restrict image, unsigned char *__restrict edges) {
#pragma omp parallel for
  for (int y = 1; y < HEIGHT - 1; y++)
    for (int x = 1; x < WIDTH - 1; x++)
      edges[y * WIDTH + x] = edge(image + y * WIDTH + x, WIDTH);
}

void compute() {
  for (int k = 0; k < 4; k++)
    find(image, edges);
}
#endif

void setup() {
  image = numbers<unsigned char>(WIDTH * HEIGHT, 0, 255.99);
  edges = array<unsigned char>(WIDTH * HEIGHT);
}
void reset() {}
double result() { return checksum(edges, WIDTH * HEIGHT); }
