// A matrix, by columns, times a vector: each thread has a row, pieces of the vector lie in shared memory.
#include "driver.h"

const int ROWS = 8192, COLUMNS = 1024, BLOCK = 128;
double *a, *x, *y;

#ifdef __CUDA__
__global__ void product(const double *a, const double *x, double *y, int rows, int columns) {
  __shared__ double piece[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < columns; k += BLOCK) {
    piece[threadIdx.x] = x[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < BLOCK; j++)
      sum += a[(k + j) * rows + i] * piece[j];
    __syncthreads();
  }
  y[i] = sum;
}

void compute() { product<<<ROWS / BLOCK, BLOCK>>>(a, x, y, ROWS, COLUMNS); }
#else
void compute() {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < ROWS; i++)
      y[i] = 0;
    for (int k = 0; k < COLUMNS; k++)
#pragma omp for nowait schedule(static)
      for (int i = 0; i < ROWS; i++)
        y[i] += a[k * ROWS + i] * x[k];
  }
}
#endif

void setup() {
  a = numbers<double>((size_t)ROWS * COLUMNS);
  x = numbers<double>(COLUMNS);
  y = array<double>(ROWS);
}
void reset() {}
double result() { return checksum(y, ROWS); }
