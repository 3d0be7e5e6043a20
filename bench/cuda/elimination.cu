// Gaussian elimination: two kernels for each row.
#include "driver.h"

const int N = 512;
double *start, *a, *m, *right, *b;

#ifdef __CUDA__
__global__ void factors(double *m, const double *a, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    m[i * n + k] = a[i * n + k] / a[k * n + k];
}

__global__ void eliminate(const double *m, double *a, double *b, int n, int k) {
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y, j = k + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  a[i * n + j] -= m[i * n + k] * a[k * n + j];
  if (j == k)
    b[i] -= m[i * n + k] * b[k];
}

void compute() {
  for (int k = 0; k < N - 1; k++) {
    int left = N - k - 1;
    factors<<<(left + 255) / 256, 256>>>(m, a, N, k);
    eliminate<<<dim3((left + 32) / 32, (left + 15) / 16), dim3(32, 16)>>>(m, a, b, N, k);
  }
}
#else
void compute() {
  for (int k = 0; k < N - 1; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < N; i++) {
      double factor = m[i * N + k] = a[i * N + k] / a[k * N + k];
      for (int j = k; j < N; j++)
        a[i * N + j] -= factor * a[k * N + j];
      b[i] -= factor * b[k];
    }
  }
}
#endif

void setup() {
  start = numbers<double>(N * N);
  for (int i = 0; i < N; i++)
    start[i * N + i] += N;
  right = numbers<double>(N);
  a = array<double>(N * N);
  m = array<double>(N * N);
  b = array<double>(N);
}
void reset() {
  memcpy(a, start, sizeof(double) * N * N);
  memcpy(b, right, sizeof(double) * N);
}
double result() { return checksum(a, N * N) + checksum(b, N); }
