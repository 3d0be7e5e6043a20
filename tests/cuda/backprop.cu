// A layer of a network: forward by tiles and a tree, then the change of its weights.
#include "check.h"

const int WIDTH = 16;

__global__ void forward(const float *input, const float *weights, float *partial, int hidden) {
  __shared__ float node[WIDTH], matrix[WIDTH][WIDTH];
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0)
    node[ty] = input[by * WIDTH + ty];
  __syncthreads();
  matrix[ty][tx] = weights[(by * WIDTH + ty) * hidden + blockIdx.x * WIDTH + tx] * node[ty];
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

__global__ void adjust(float *weights, const float *delta, const float *input, int hidden) {
  int row = blockIdx.y * WIDTH + threadIdx.y, column = blockIdx.x * WIDTH + threadIdx.x;
  weights[row * hidden + column] += 0.3f * delta[column] * input[row];
}

int main() {
  const int in = 64, hidden = 32;
  std::vector<float> input(in), weights(in * hidden), delta(hidden), sums(hidden);
  for (float &one : input)
    one = number();
  for (float &one : weights)
    one = number() - 0.5;
  for (float &one : delta)
    one = number() - 0.5;
  float *a = to_device(input), *w = to_device(weights), *d = to_device(delta), *p;
  CALL(cudaMalloc(&p, in / WIDTH * hidden * sizeof(float)));
  dim3 grid(hidden / WIDTH, in / WIDTH), block(WIDTH, WIDTH);
  forward<<<grid, block>>>(a, w, p, hidden);
  adjust<<<grid, block>>>(w, d, a, hidden);
  std::vector<float> partial = to_host(p, in / WIDTH * hidden), found(hidden);
  for (int k = 0; k < in / WIDTH * hidden; k++)
    found[k % hidden] += partial[k];
  for (int i = 0; i < in; i++)
    for (int j = 0; j < hidden; j++)
      sums[j] += weights[i * hidden + j] * input[i];
  compare("forward", found, sums, 1e-4);
  for (int i = 0; i < in; i++)
    for (int j = 0; j < hidden; j++)
      weights[i * hidden + j] += 0.3f * delta[j] * input[i];
  compare("weights", to_host(w, in * hidden), weights, 1e-6);
  return 0;
}
