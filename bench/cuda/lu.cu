// LU decomposition in tiles, without pivots: the diagonal tile, the tiles beside and below it, and the rest, each a kernel.
#include "driver.h"

const int N = 1024, TILE = 16;
float *start, *a;

#ifdef __CUDA__
__global__ void diagonal(float *a, int n, int offset) {
  __shared__ float own[TILE][TILE];
  int t = threadIdx.x;
  for (int i = 0; i < TILE; i++)
    own[i][t] = a[(offset + i) * n + offset + t];
  __syncthreads();
  for (int k = 0; k < TILE - 1; k++) {
    if (t > k) {
      for (int i = 0; i < k; i++)
        own[t][k] -= own[t][i] * own[i][k];
      own[t][k] /= own[k][k];
    }
    __syncthreads();
    if (t > k)
      for (int i = 0; i <= k; i++)
        own[k + 1][t] -= own[k + 1][i] * own[i][t];
    __syncthreads();
  }
  for (int i = 1; i < TILE; i++)
    a[(offset + i) * n + offset + t] = own[i][t];
}

__global__ void border(float *a, int n, int offset) {
  __shared__ float corner[TILE][TILE], row[TILE][TILE], column[TILE][TILE];
  int t = threadIdx.x % TILE, other = offset + (blockIdx.x + 1) * TILE;
  bool is_row = threadIdx.x < TILE;
  for (int i = 0; i < TILE; i++)
    if (is_row) {
      corner[i][t] = a[(offset + i) * n + offset + t];
      row[i][t] = a[(offset + i) * n + other + t];
    } else
      column[i][t] = a[(other + i) * n + offset + t];
  __syncthreads();
  if (is_row) {
    for (int i = 1; i < TILE; i++)
      for (int j = 0; j < i; j++)
        row[i][t] -= corner[i][j] * row[j][t];
  } else
    for (int i = 0; i < TILE; i++) {
      for (int j = 0; j < i; j++)
        column[t][i] -= column[t][j] * corner[j][i];
      column[t][i] /= corner[i][i];
    }
  __syncthreads();
  for (int i = 0; i < TILE; i++)
    if (is_row)
      a[(offset + i) * n + other + t] = row[i][t];
    else
      a[(other + i) * n + offset + t] = column[i][t];
}

__global__ void inside(float *a, int n, int offset) {
  __shared__ float row[TILE][TILE], column[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = offset + (blockIdx.x + 1) * TILE + tx, y = offset + (blockIdx.y + 1) * TILE + ty;
  row[ty][tx] = a[(offset + ty) * n + x];
  column[ty][tx] = a[y * n + offset + tx];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TILE; k++)
    sum += column[ty][k] * row[k][tx];
  a[y * n + x] -= sum;
}

void compute() {
  for (int offset = 0; offset < N; offset += TILE) {
    int left = (N - offset) / TILE - 1;
    diagonal<<<1, TILE>>>(a, N, offset);
    if (left == 0)
      break;
    border<<<left, 2 * TILE>>>(a, N, offset);
    inside<<<dim3(left, left), dim3(TILE, TILE)>>>(a, N, offset);
  }
}
#else
void compute() {
  for (int offset = 0; offset < N; offset += TILE) {
    for (int k = offset; k < offset + TILE - 1; k++) {
      for (int i = k + 1; i < offset + TILE; i++) {
        a[i * N + k] /= a[k * N + k];
        for (int j = k + 1; j < offset + TILE; j++)
          a[i * N + j] -= a[i * N + k] * a[k * N + j];
      }
    }
    int left = (N - offset) / TILE - 1;
#pragma omp parallel for
    for (int block = 0; block < left; block++) {
      int other = offset + (block + 1) * TILE;
      for (int i = 1; i < TILE; i++)
        for (int j = 0; j < i; j++)
          for (int t = 0; t < TILE; t++)
            a[(offset + i) * N + other + t] -= a[(offset + i) * N + offset + j] * a[(offset + j) * N + other + t];
      for (int t = 0; t < TILE; t++)
        for (int i = 0; i < TILE; i++) {
          float sum = a[(other + t) * N + offset + i];
          for (int j = 0; j < i; j++)
            sum -= a[(other + t) * N + offset + j] * a[(offset + j) * N + offset + i];
          a[(other + t) * N + offset + i] = sum / a[(offset + i) * N + offset + i];
        }
    }
#pragma omp parallel for collapse(2)
    for (int by = 0; by < left; by++)
      for (int bx = 0; bx < left; bx++) {
        int y = offset + (by + 1) * TILE, x = offset + (bx + 1) * TILE;
        for (int i = 0; i < TILE; i++) {
          float sum[TILE] = {};
          for (int k = 0; k < TILE; k++)
            for (int j = 0; j < TILE; j++)
              sum[j] += a[(y + i) * N + offset + k] * a[(offset + k) * N + x + j];
          for (int j = 0; j < TILE; j++)
            a[(y + i) * N + x + j] -= sum[j];
        }
      }
  }
}
#endif

void setup() {
  start = numbers<float>(N * N);
  for (int i = 0; i < N; i++)
    start[i * N + i] += N;
  a = array<float>(N * N);
}
void reset() { memcpy(a, start, sizeof(float) * N * N); }
double result() { return checksum(a, N * N); }
