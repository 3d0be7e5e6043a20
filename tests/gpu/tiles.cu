// Tiles of shared memory that are filled in turn, sums of what whole blocks read, stores at the end: what is done specially must be right
// where it does not apply, too.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A product of matrices whose size is no multiple of the tile.
__device__ void ragged_product(double *in, double *out, int n) {
  __shared__ double as[8][8], bs[8][8];
  const int size = 19, tiles = (size + 7) / 8;
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  int column = blockIdx.x % tiles * 8 + x, row = blockIdx.x / tiles * 8 + y;
  const double *a = in, *b = in + size * size;
  double sum = 0;
  for (int k = 0; k < size; k += 8) {
    as[y][x] = row < size && k + x < size ? a[row * size + k + x] : 0;
    bs[y][x] = column < size && k + y < size ? b[(k + y) * size + column] : 0;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  if (row < size && column < size)
    out[row * size + column] = sum * sum;
}
KERNELS(double, ragged_product)

__device__ void product(float *in, float *out, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int size = 48;
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  int column = blockIdx.x % 3 * 16 + x, row = blockIdx.x / 3 * 16 + y;
  float sum = 0;
  for (int k = 0; k < size; k += 16) {
    as[y][x] = in[row * size + k + x];
    bs[y][x] = in[size * size + (k + y) * size + column];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  out[row * size + column] = sum;
}
KERNELS(float, product)

// What was read is needed when the tile is another one.
__device__ void used_later(double *in, double *out, int n) {
  __shared__ double tile[64];
  int t = threadIdx.x;
  double sum = 0, last = 1;
  for (int k = 0; k < n / 64; ++k) {
    tile[t] = in[k * 64 + t];
    __syncthreads();
    double v = tile[63 - t] * tile[(t + 1) % 64];
    __syncthreads();
    sum += v * v * last;
    last = v;
  }
  out[t] = sum;
}
KERNELS(double, used_later)

__device__ void carried_product(double *in, double *out, int n) {
  __shared__ double tile[32];
  int t = threadIdx.x;
  double x = 1;
  for (int k = 0; k < n / 32; ++k) {
    tile[t] = 1 + 0.1 * in[k * 32 + t];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      x = x * tile[(t + j) % 32] + 0.01 * tile[j];
    __syncthreads();
  }
  out[index()] = x;
}
KERNELS(double, carried_product)

// Edges are filled once, before the loop.
__device__ void with_edges(double *in, double *out, int n) {
  __shared__ double tile[66];
  int t = threadIdx.x + 1;
  if (t == 1)
    tile[0] = in[0], tile[65] = in[1];
  double sum = 0;
  for (int k = 0; k < n / 64; ++k) {
    tile[t] = in[k * 64 + t - 1];
    __syncthreads();
    sum += tile[t - 1] * tile[t] * tile[t + 1];
    __syncthreads();
  }
  out[t - 1] = sum;
}
KERNELS(double, with_edges)

// One tile is filled from another.
__device__ void second_tile(double *in, double *out, int n) {
  __shared__ double a[32], b[32];
  int t = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < n / 32; ++k) {
    a[t] = in[k * 32 + t];
    __syncthreads();
    b[t] = a[31 - t] * a[t];
    __syncthreads();
    sum += b[(t + 5) % 32] * b[t];
    __syncthreads();
  }
  out[t] = sum;
}
KERNELS(double, second_tile)

// The place that is filled changes.
__device__ void ring(double *in, double *out, int n) {
  __shared__ double tile[64];
  int t = threadIdx.x;
  tile[t] = tile[t + 32] = 0;
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < n / 32; ++k) {
    tile[(k & 1) * 32 + t] = in[k * 32 + t];
    __syncthreads();
    sum += tile[t] * tile[32 + (t + 1) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
KERNELS(double, ring)

__device__ void left_early(double *in, double *out, int n) {
  __shared__ double tile[32];
  int t = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < n / 32; ++k) {
    tile[t] = in[k * 32 + t];
    __syncthreads();
    sum += tile[(t * 7) % 32] * tile[t];
    if (k == 2)
      break;
    __syncthreads();
  }
  out[t] = sum * sum;
}
KERNELS(double, left_early)

// What a block stores is read by it again.
__device__ void stored_and_read(double *in, double *out, int n) {
  int t = threadIdx.x, i = index();
  if (i < n)
    out[i] = in[i] * in[i];
  __syncthreads();
  double x = out[blockIdx.x * blockDim.x + (t + 3) % blockDim.x];
  __syncthreads();
  if (i < n)
    out[i] = x * in[i];
}
KERNELS(double, stored_and_read)

// All threads read one number, some of them never, in blocks that end with a part of a warp.
__device__ void shared_scalar(float *in, float *out, int n) {
  int i = index();
  if (i >= n - 1)
    return;
  float x = in[n - 1] * in[i];
  if (i % 3 == 0)
    x *= in[n - 1];
  out[i] = x;
}
KERNELS(float, shared_scalar)

__device__ void scalars_in_loop(double *in, double *out, int n) {
  int i = index();
  double sum = 0;
  for (int k = 0; k < 1 + i % 5; ++k)
    sum = sum * in[0] + in[1] * in[2 + (i + k) % (n - 2)];
  if (i < n)
    out[i] = sum;
}
KERNELS(double, scalars_in_loop)

// The number is changed by one thread after it was read by itself.
__device__ void scalar_written(double *in, double *out, int n) {
  double x = in[blockIdx.x];
  if (threadIdx.x == 0)
    out[blockIdx.x] = x;
  __syncthreads();
  double y = out[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = y * y * in[n - 1];
}
KERNELS(double, scalar_written)

// Rows that a whole warp reads, with distances of all kinds.
__device__ void rows(float *in, float *out, int n) {
  int i = index();
  float own = in[i % n], x = 0;
  for (int j = 0; j + 3 < n; j += 4) {
    float4 v = *(float4 *)(in + j);
    x += v.x * own + v.y * own * own + v.z * v.w;
  }
  for (int j = 0; j < n / 4; ++j)
    x += in[j] * in[n / 4 + j] * own * in[n / 2 + j];
  out[i] = x;
}
KERNELS(float, rows)

__device__ void rows_of_double(double *in, double *out, int n) {
  int i = index();
  double x = 0;
  if (i % 7 != 3)
    for (int j = 0; j < n / 3; ++j)
      x += in[3 * j] * in[3 * j + 1] * in[3 * j + 2] * in[i % n];
  out[i] = x;
}
KERNELS(double, rows_of_double)

// Random numbers that are computed again.
__device__ void walks(double *in, double *out, int n) {
  int i = index();
  unsigned state = i * 747796405u + 2891336453u;
  unsigned long wide = i;
  double x = in[i % n], sum = 0;
  int steps = 3 + n % 11;
  for (int k = 0; k < steps; ++k) {
    state = state * 1664525u + 1013904223u;
    wide = wide * 6364136223846793005ul + 1442695040888963407ul;
    double u = (state >> 8) * (1.0 / 16777216.0), v = (wide >> 40) * (1.0 / 16777216.0);
    x = x * (1 + 0.1 * u * in[0]) + 0.2 * v * sin(x);
    sum += x;
  }
  out[i] = sum;
}
KERNELS(double, walks)

// Stores that hit one place more than once.
__device__ void twice(double *in, double *out, int n) {
  int i = index();
  double *own = out + 4 * i;
  own[0] = in[i];
  own[i % 4] = in[i] * in[i];
  own[(i / 4) % 4] = in[i] * 3;
  own[3] = own[1] + in[(i + 1) % n];
  own[(i + 2) % 4] = in[i] * own[3];
}
KERNELS(double, twice)

int main() {
  CHECK(double, ragged_product, numbers<double>(2 * 19 * 19, -1, 1), 19 * 19, 9, 64, 0);
  CHECK(float, product, numbers<float>(2 * 48 * 48, 0.5, 1.5), 48 * 48, 9, 256, 0);
  CHECK(double, used_later, numbers<double>(64 * 5, -1, 1), 64, 1, 64, 0);
  CHECK(double, carried_product, numbers<double>(32 * 4, -1, 1), 64, 2, 32, 0);
  CHECK(double, with_edges, numbers<double>(64 * 4, -1, 1), 64, 1, 64, 0);
  CHECK(double, second_tile, numbers<double>(32 * 4, -1, 1), 32, 1, 32, 0);
  CHECK(double, ring, numbers<double>(32 * 5, -1, 1), 32, 1, 32, 0);
  CHECK(double, left_early, numbers<double>(32 * 5, -1, 1), 32, 1, 32, 0);
  CHECK(double, stored_and_read, numbers<double>(192, -1, 1), 192, 3, 64, 0);
  CHECK(float, shared_scalar, numbers<float>(301, 0.5, 1.5), 300, 7, 48, 0);
  CHECK(double, scalars_in_loop, numbers<double>(200, -1, 1), 200, 4, 80, 0);
  CHECK(double, scalar_written, numbers<double>(5, 0.5, 1.5), 4, 4, 40, 0);
  CHECK(float, rows, numbers<float>(36, 0.2, 0.6), 80, 2, 40, 0);
  CHECK(double, rows_of_double, numbers<double>(33, -1, 1), 96, 1, 96, 0);
  CHECK(double, walks, numbers<double>(100, 0.2, 1), 96, 3, 32, 0);
  CHECK(double, twice, numbers<double>(64, -1, 1), 256, 2, 32, 0);
  return finish();
}
