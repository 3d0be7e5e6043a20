// A training step: a layer, its activation, the loss, each a kernel; and what people write around them.
#include "check.h"

__global__ void layer(const double *weights, const double *input, double *output, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  double sum = 0;
  for (int k = 0; k < columns; k++)
    sum += weights[row * columns + k] * input[k];
  output[row] = sum;
}

__global__ void activate(double *values, const double *bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = tanh(values[i] + bias[i]);
}

__global__ void loss(const double *values, const double *wanted, double *result, int n) {
  __shared__ double part[64];
  int i = threadIdx.x;
  double sum = 0;
  for (int k = i; k < n; k += 64)
    sum += (values[k] - wanted[k]) * (values[k] - wanted[k]);
  part[i] = sum;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (i < half)
      part[i] += part[i + half];
    __syncthreads();
  }
  if (i == 0)
    result[0] = part[0] / n;
}

const int ROWS = 40, COLUMNS = 24;

double step(const double *parameters, int count) {
  double *weights, *bias, *input, *wanted, *values, *result, answer;
  double host_input[COLUMNS], host_wanted[ROWS];
  for (int i = 0; i < COLUMNS; i++)
    host_input[i] = sin(0.3 * i);
  for (int i = 0; i < ROWS; i++)
    host_wanted[i] = cos(0.2 * i);
  cudaMalloc(&weights, ROWS * COLUMNS * sizeof(double));
  cudaMalloc(&bias, ROWS * sizeof(double));
  cudaMalloc(&input, COLUMNS * sizeof(double));
  cudaMalloc(&wanted, ROWS * sizeof(double));
  cudaMalloc(&values, ROWS * sizeof(double));
  cudaMalloc(&result, sizeof(double));
  cudaMemcpy(weights, parameters, ROWS * COLUMNS * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(bias, parameters + ROWS * COLUMNS, ROWS * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(input, host_input, sizeof host_input, cudaMemcpyHostToDevice);
  cudaMemcpy(wanted, host_wanted, sizeof host_wanted, cudaMemcpyHostToDevice);
  layer<<<(ROWS + 31) / 32, 32>>>(weights, input, values, ROWS, COLUMNS);
  activate<<<(ROWS + 31) / 32, 32>>>(values, bias, ROWS);
  loss<<<1, 64>>>(values, wanted, result, ROWS);
  if (cudaGetLastError() != cudaSuccess)
    return -1;
  cudaDeviceSynchronize();
  cudaMemcpy(&answer, result, sizeof answer, cudaMemcpyDeviceToHost);
  cudaFree(weights);
  cudaFree(bias);
  cudaFree(input);
  cudaFree(wanted);
  cudaFree(values);
  cudaFree(result);
  return answer;
}

int main() {
  check<step>("training", numbers(ROWS * COLUMNS + ROWS, -0.5, 0.5));
  return finish("training");
}
