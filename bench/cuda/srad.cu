// Removal of speckles from an image: two stencils per step, the second one reads what the first has made.
#include "driver.h"

const int N = 512, STEPS = 8;
float *initial, *image, *north, *south, *west, *east, *factor;

#ifdef __CUDA__
__global__ void gradients(const float *image, float *north, float *south, float *west, float *east, float *factor, int n, float q) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, at = y * n + x;
  float own = image[at];
  float up = image[y > 0 ? at - n : at] - own, down = image[y < n - 1 ? at + n : at] - own;
  float left = image[x > 0 ? at - 1 : at] - own, right = image[x < n - 1 ? at + 1 : at] - own;
  float square = (up * up + down * down + left * left + right * right) / (own * own);
  float laplace = (up + down + left + right) / own;
  float top = 0.5f * square - laplace * laplace / 16, bottom = 1 + 0.25f * laplace;
  float c = 1 / (1 + (top / (bottom * bottom) - q) / (q * (1 + q)));
  north[at] = up;
  south[at] = down;
  west[at] = left;
  east[at] = right;
  factor[at] = c < 0 ? 0 : c > 1 ? 1 : c;
}

__global__ void update(float *image, const float *north, const float *south, const float *west, const float *east,
                       const float *factor, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, at = y * n + x;
  float own = factor[at], below = factor[y < n - 1 ? at + n : at], beside = factor[x < n - 1 ? at + 1 : at];
  image[at] += 0.125f * (own * north[at] + below * south[at] + own * west[at] + beside * east[at]);
}

void compute() {
  dim3 grid(N / 16, N / 16), block(16, 16);
  for (int k = 0; k < STEPS; k++) {
    gradients<<<grid, block>>>(image, north, south, west, east, factor, N, 0.05f);
    update<<<grid, block>>>(image, north, south, west, east, factor, N);
  }
}
#else
void compute() {
  const float q = 0.05f;
  for (int k = 0; k < STEPS; k++) {
#pragma omp parallel for
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        int at = y * N + x;
        float own = image[at];
        float up = image[y > 0 ? at - N : at] - own, down = image[y < N - 1 ? at + N : at] - own;
        float left = image[x > 0 ? at - 1 : at] - own, right = image[x < N - 1 ? at + 1 : at] - own;
        float square = (up * up + down * down + left * left + right * right) / (own * own);
        float laplace = (up + down + left + right) / own;
        float top = 0.5f * square - laplace * laplace / 16, bottom = 1 + 0.25f * laplace;
        float c = 1 / (1 + (top / (bottom * bottom) - q) / (q * (1 + q)));
        north[at] = up;
        south[at] = down;
        west[at] = left;
        east[at] = right;
        factor[at] = c < 0 ? 0 : c > 1 ? 1 : c;
      }
#pragma omp parallel for
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        int at = y * N + x;
        float own = factor[at], below = factor[y < N - 1 ? at + N : at], beside = factor[x < N - 1 ? at + 1 : at];
        image[at] += 0.125f * (own * north[at] + below * south[at] + own * west[at] + beside * east[at]);
      }
  }
}
#endif

void setup() {
  initial = numbers<float>(N * N, 0.5, 1.5);
  image = array<float>(N * N);
  for (float **place : {&north, &south, &west, &east, &factor})
    *place = array<float>(N * N);
}
void reset() { memcpy(image, initial, sizeof(float) * N * N); }
double result() { return checksum(image, N * N); }
