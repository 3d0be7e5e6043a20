// A sparse matrix times a vector: a thread for each row.
#include "driver.h"

const int ROWS = 100000, WIDTH = 24;
int *first, *column;
double *value, *x, *y;

#ifdef __CUDA__
__global__ void product(const int *first, const int *column, const double *value, const double *x, double *y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  double sum = 0;
  for (int e = first[i]; e < first[i + 1]; e++)
    sum += value[e] * x[column[e]];
  y[i] = sum;
}

void compute() {
  for (int k = 0; k < 4; k++)
    product<<<(ROWS + 127) / 128, 128>>>(first, column, value, x, y, ROWS);
}
#else
void compute() {
  for (int k = 0; k < 4; k++)
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int e = first[i]; e < first[i + 1]; e++)
        sum += value[e] * x[column[e]];
      y[i] = sum;
    }
}
#endif

void setup() {
  first = array<int>(ROWS + 1);
  for (int i = 0; i < ROWS; i++)
    first[i + 1] = first[i] + 1 + (int)(number() * WIDTH);
  column = numbers<int>(first[ROWS], 0, ROWS - 1);
  value = numbers<double>(first[ROWS]);
  x = numbers<double>(ROWS);
  y = array<double>(ROWS);
}
void reset() {}
double result() { return checksum(y, ROWS); }
