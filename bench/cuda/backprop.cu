// Back-propagation: one layer forwards, with sums of tiles in shared memory, and the adjustment of its weights.
#include "driver.h"

const int INPUTS = 4096, HIDDEN = 1024, WIDTH = 16;
float *input, *weights, *start, *partial, *sums, *delta;

#ifdef __CUDA__
__global__ void forward(const float *input, const float *weights, float *partial, int hidden) {
  __shared__ float node[WIDTH], matrix[WIDTH][WIDTH];
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0)
    node[ty] = input[by * WIDTH + ty];
  __syncthreads();
  matrix[ty][tx] = weights[(by * WIDTH + ty) * hidden + blockIdx.x * WIDTH + tx];
  __syncthreads();
  matrix[ty][tx] *= node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; i++) {
    int step = 1 << i;
    if (ty % step == 0)
      matrix[ty][tx] += matrix[ty + step / 2][tx];
    __syncthreads();
  }
  if (ty == 0)
    partial[by * hidden + blockIdx.x * WIDTH + tx] = matrix[0][tx];
}

__global__ void activate(const float *partial, float *sums, float *delta, int parts, int hidden) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= hidden)
    return;
  float sum = 0;
  for (int k = 0; k < parts; k++)
    sum += partial[k * hidden + j];
  sums[j] = 1 / (1 + expf(-sum));
  delta[j] = sums[j] * (1 - sums[j]) * (1 - sums[j]);
}

__global__ void adjust(float *weights, const float *delta, const float *input, int hidden) {
  int row = blockIdx.y * WIDTH + threadIdx.y, column = blockIdx.x * WIDTH + threadIdx.x;
  weights[row * hidden + column] += 0.3f * delta[column] * input[row];
}

void compute() {
  dim3 grid(HIDDEN / WIDTH, INPUTS / WIDTH), block(WIDTH, WIDTH);
  for (int k = 0; k < 4; k++) {
    forward<<<grid, block>>>(input, weights, partial, HIDDEN);
    activate<<<HIDDEN / 128, 128>>>(partial, sums, delta, INPUTS / WIDTH, HIDDEN);
    adjust<<<grid, block>>>(weights, delta, input, HIDDEN);
  }
}
#else
void compute() {
  for (int k = 0; k < 4; k++) {
#pragma omp parallel for
    for (int by = 0; by < INPUTS / WIDTH; by++) {
      float *row = partial + by * HIDDEN;
      for (int j = 0; j < HIDDEN; j++)
        row[j] = 0;
      for (int i = by * WIDTH; i < (by + 1) * WIDTH; i++)
        for (int j = 0; j < HIDDEN; j++)
          row[j] += weights[i * HIDDEN + j] * input[i];
    }
#pragma omp parallel for
    for (int j = 0; j < HIDDEN; j++) {
      float sum = 0;
      for (int k = 0; k < INPUTS / WIDTH; k++)
        sum += partial[k * HIDDEN + j];
      sums[j] = 1 / (1 + expf(-sum));
      delta[j] = sums[j] * (1 - sums[j]) * (1 - sums[j]);
    }
#pragma omp parallel for
    for (int i = 0; i < INPUTS; i++)
      for (int j = 0; j < HIDDEN; j++)
        weights[i * HIDDEN + j] += 0.3f * delta[j] * input[i];
  }
}
#endif

void setup() {
  input = numbers<float>(INPUTS);
  start = numbers<float>(INPUTS * HIDDEN, -0.05, 0.05);
  weights = array<float>(INPUTS * HIDDEN);
  partial = array<float>(INPUTS / WIDTH * HIDDEN);
  sums = array<float>(HIDDEN);
  delta = array<float>(HIDDEN);
}
void reset() { memcpy(weights, start, sizeof(float) * INPUTS * HIDDEN); }
double result() { return checksum(weights, INPUTS * HIDDEN) + checksum(sums, HIDDEN); }
