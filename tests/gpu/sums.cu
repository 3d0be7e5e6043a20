// What many threads add to the same places: for a block, for a few places that a counter chooses, for neighbours, in large grids; and random
// numbers that are computed again.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Lanes part: their loops have different lengths.
template <class T> __device__ void over_nuclides(T *in, T *out, int n, int count) {
  int i = index();
  if (i >= n - 64)
    return;
  const T *density = in + n - 64, *section = in;
  T sum = 0, square = 0;
  for (int k = 0; k < count; ++k) {
    sum += density[k] * section[i] * (k + 1);
    square += density[k] * density[k];
  }
  out[i] = sum * sum + square;
}
__device__ void nuclides(double *in, double *out, int n) { over_nuclides(in, out, n, 4 + index() % 7); }
KERNELS(double, nuclides)
__device__ void nuclides_single(float *in, float *out, int n) { over_nuclides(in, out, n, 4 + index() % 7); }
KERNELS(float, nuclides_single)
// As many as the program says: more than a table has.
__device__ void many_nuclides(double *in, double *out, int n) { over_nuclides(in, out, n, n % 50 + index() % 3); }
KERNELS(double, many_nuclides)
__device__ void same_nuclides(double *in, double *out, int n) { over_nuclides(in, out, n, 12); }
KERNELS(double, same_nuclides)

// Coefficients of materials, three for each, chosen by a number in memory.
__device__ void materials(double *in, double *out, int n) {
  int i = index();
  if (i >= n - 24)
    return;
  int material = (int)(in[i] * 7.99);
  const double *c = in + n - 24 + 3 * material;
  out[i] = c[0] + in[i] * (c[1] + in[i] * c[2]);
}
KERNELS(double, materials)

// Some threads have returned when others wait.
__device__ void left_before_waiting(double *in, double *out, int n) {
  __shared__ double tile[64];
  int t = threadIdx.x, i = index();
  if (i >= n - 1)
    return;
  tile[t] = in[i] * in[n - 1];
  __syncthreads();
  out[i] = tile[t] * tile[t / 2] + in[n - 1];
}
KERNELS(double, left_before_waiting)

// A part of the threads waits in a loop, all the same number of times.
__device__ void waits_in_loop(double *in, double *out, int n) {
  __shared__ double tile[32];
  int t = threadIdx.x, i = index(), rounds = 1 + n % 3;
  tile[t] = in[i];
  double scale = in[n - 1];
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    double next = tile[t] * scale + (t > 0 ? tile[t - 1] : 0);
    __syncthreads();
    tile[t] = next;
  }
  out[i] = tile[t] * scale;
}
KERNELS(double, waits_in_loop)

// Many blocks: one does the work of several.
__device__ void many_blocks(double *in, double *out, int n) {
  int i = index();
  double x = in[i % 64] * (1 + i % 5);
  atomicAdd(&out[i % 16], in[64] * x * x + in[65] * x);
}
KERNELS(double, many_blocks)
__device__ void many_blocks_with_tiles(double *in, double *out, int n) {
  __shared__ double tile[32];
  int t = threadIdx.x;
  tile[t] = in[(t + blockIdx.x) % 64] * in[64];
  __syncthreads();
  double x = tile[31 - t] * tile[t];
  __syncthreads();
  tile[t] = x;
  __syncthreads();
  atomicAdd(&out[blockIdx.x % 8], (tile[(t + 1) % 32] + in[65]) / 4096);
}
KERNELS(double, many_blocks_with_tiles)

// Four neighbours of somewhere.
__device__ void four_neighbours(double *in, double *out, int n) {
  int i = index(), at = (i * 37 + 11) % (n - 4);
  if (i % 3 == 1)
    return;
  double f = in[i % n];
  out[i] = (in[at] * (1 - f) + in[at + 2] * f) * (in[at + 1] * (1 - f) + in[at + 3] * f);
}
KERNELS(double, four_neighbours)
__device__ void eight_neighbours(float *in, float *out, int n) {
  int i = index(), at = (i * 29 + 3) % (n - 8);
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    sum += in[at + k] * in[at + k] * (k + 1);
  out[i] = sum;
}
KERNELS(float, eight_neighbours)

// Bodies as four numbers each, of which all threads read one after the other.
__device__ void forces(double *in, double *out, int n) {
  int i = index();
  double x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2], fx = 0, fy = 0;
  for (int j = 0; j < n / 4; ++j) {
    double dx = in[4 * j] - x, dy = in[4 * j + 1] - y, dz = in[4 * j + 2] - z;
    double f = in[4 * j + 3] * rsqrt(dx * dx + dy * dy + dz * dz + 0.1);
    fx += f * dx, fy += f * dy;
  }
  out[i] = fx * fx + fy;
}
KERNELS(double, forces)

// Two random numbers in each iteration.
__device__ void two_draws(double *in, double *out, int n) {
  unsigned state = index() * 747796405u + 2891336453u;
  double price = in[index()], mean = 0;
  for (int k = 0; k < n % 40; ++k) {
    state = state * 1664525u + 1013904223u;
    double u = (state >> 8) * (1.0 / 16777216);
    state = state * 1664525u + 1013904223u;
    double v = (state >> 8) * (1.0 / 16777216);
    price *= exp(0.1 * sin(3 * u) * in[n - 1] + 0.01 * v);
    mean += price;
  }
  out[index()] = mean;
}
KERNELS(double, two_draws)
__device__ void long_draws(double *in, double *out, int n) {
  unsigned long state = 88172645463325252ul + index();
  double x = in[index()];
  for (int k = 0; k < n % 23; ++k) {
    state = (state << 2) * 6364136223846793005ul - 1442695040888963407ul + state * 0;
    double u = (state >> 33) * (1.0 / 2147483648.0);
    state = state * 3 + 5;
    x = x * 0.9 + sin(x * u) * in[n - 1] * ((state >> 40) & 1);
  }
  out[index()] = x;
}
KERNELS(double, long_draws)

// Variables of a thread behind a pointer that is passed on.
__device__ __noinline__ void add_to(double *own, const double *x, int n) {
  for (int k = 0; k < n; ++k)
    own[k % 2] += x[k] * own[1 - k % 2];
}
__device__ void passed_variable(double *in, double *out, int n) {
  double own[2] = {in[index()], 1};
  add_to(own, in, 4 + index() % 3);
  out[index()] = own[0] * own[1];
}
KERNELS(double, passed_variable)

// Sums that a loop makes, in iterations that not all lanes run.
__device__ void sums_of_some(double *in, double *out, int n) {
  int i = index();
  double sum = 0, product = 0, x = in[i];
  for (int j = 0; j < n; ++j) {
    if (j % 7 == i % 7)
      continue;
    double d = in[j] - x;
    if (d > 0.9)
      continue;
    sum += d * d * x;
    product += in[j] * x;
  }
  out[i] = sum * product;
}
KERNELS(double, sums_of_some)

int main() {
  CHECK(double, nuclides, numbers<double>(64 + 300, 0.5, 1), 300, 6, 64, 0);
  CHECK(float, nuclides_single, numbers<float>(64 + 300, 0.5, 1), 300, 6, 64, 0);
  CHECK(double, many_nuclides, numbers<double>(64 + 333, 0.5, 1), 333, 6, 64, 0);
  CHECK(double, same_nuclides, numbers<double>(64 + 300, 0.5, 1), 300, 5, 70, 0);
  CHECK(double, materials, numbers<double>(24 + 300, 0.1, 0.9), 300, 5, 64, 0);
  CHECK(double, left_before_waiting, numbers<double>(1 + 300, 0.5, 1), 300, 5, 64, 0);
  CHECK(double, waits_in_loop, numbers<double>(1 + 160, 0.5, 1), 160, 5, 32, 0);
  CHECK(double, many_blocks, numbers<double>(66, 0.5, 1), 16, 35000, 32, 0);
  CHECK(double, many_blocks_with_tiles, numbers<double>(66, 0.5, 1), 8, 35000, 32, 0);
  CHECK(double, four_neighbours, numbers<double>(150, 0.5, 1), 256, 4, 64, 0);
  CHECK(float, eight_neighbours, numbers<float>(150, 0.5, 1), 250, 5, 50, 0);
  CHECK(double, forces, numbers<double>(4 * 128, 0.5, 1.5), 128, 2, 64, 0);
  CHECK(double, two_draws, numbers<double>(64 + 15, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, long_draws, numbers<double>(64 + 15, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, passed_variable, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, sums_of_some, numbers<double>(64, 0, 0.8), 64, 2, 32, 0);
  return finish();
}
