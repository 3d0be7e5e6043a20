// Global memory: places that threads share, places of their own, vectors, gathers, structs.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ void square(double *in, double *out, int n) {
  int i = index();
  if (i < n)
    out[i] = in[i] * in[i];
}
KERNELS(double, square)

__device__ void scale(float *in, float *out, int n) {
  int i = index();
  if (i < n - 1)
    out[i] = in[n - 1] * in[i] * in[i];
}
KERNELS(float, scale)

__device__ void neighbours(double *in, double *out, int n) {
  int i = index();
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] * in[i] + in[i] * in[i + 1];
}
KERNELS(double, neighbours)

__device__ void gather(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  int other = (i * 7 + 3) % (n / 4);
  out[i] = in[other] * in[i] + sin(in[other]);
}
KERNELS(double, gather)

__device__ void read_only(float *in, float *out, int n) {
  int i = index();
  if (i < n)
    out[i] = __ldg(&in[i]) * __ldg(&in[(i + 1) % n]);
}
KERNELS(float, read_only)

__device__ void vectors(float *in, float *out, int n) {
  int i = index();
  if (4 * i + 3 >= n)
    return;
  float4 v = ((float4 *)in)[i];
  float4 w = __ldg((float4 *)in + (i + 1) % (n / 4));
  ((float4 *)out)[i] = make_float4(v.x * w.y, v.y * v.z, v.z * w.w * w.w, v.w * v.x);
}
KERNELS(float, vectors)

__device__ void update_in_place(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  double x = in[i];
  for (int k = 0; k < 5; ++k)
    x = x * x * 0.5 + 0.1 * k;
  out[i] = x;
  out[i] *= in[i];
}
KERNELS(double, update_in_place)

__device__ void add_atomically(double *in, double *out, int n) {
  int i = index();
  if (i < n)
    atomicAdd(&out[i % 3], in[i] * in[i]);
}
KERNELS(double, add_atomically)

__device__ void strided(double *in, double *out, int n) {
  double sum = 0;
  for (int i = index(); i < n; i += gridDim.x * blockDim.x)
    sum += in[i] * in[i] * in[0];
  out[index()] = sum;
}
KERNELS(double, strided)

struct Body { double x, y, mass; };
__device__ void bodies(double *in, double *out, int n) {
  Body *all = (Body *)in;
  int i = index(), count = n / 3;
  if (i >= count)
    return;
  Body own = all[i];
  double ax = 0, ay = 0;
  for (int j = 0; j < count; ++j) {
    double dx = all[j].x - own.x, dy = all[j].y - own.y;
    double r2 = dx * dx + dy * dy + 0.01, inverse = rsqrt(r2);
    double f = all[j].mass * inverse * inverse * inverse;
    ax += f * dx, ay += f * dy;
  }
  out[2 * i] = ax, out[2 * i + 1] = ay;
}
KERNELS(double, bodies)

__constant__ double table[4] = {1, -2, 3, 0.5};
__device__ double factors[4] = {0.1, 0.2, 0.3, 0.4};
__device__ void constants(double *in, double *out, int n) {
  int i = index();
  if (i < n)
    out[i] = in[i] * in[i] * table[i % 4] + factors[i % 4] * in[i];
}
KERNELS(double, constants)

__device__ void steps(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  double x = in[i];
  int count = 3 + i % 5 + n / 64;
  for (int k = 0; k < count; ++k)
    x = x + 0.1 * sin(x);
  out[i] = x;
}
KERNELS(double, steps)

__device__ void while_loop(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  double x = in[i];
  while (x < 10)
    x = x * 1.7 + 0.3 * x * x;
  out[i] = x;
}
KERNELS(double, while_loop)

__device__ void local_array(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  double kept[8];
  for (int k = 0; k < 8; ++k)
    kept[k] = in[(i + k) % n] * (k + 1);
  double sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += kept[(k * 3 + i) % 8] * kept[k];
  out[i] = sum;
}
KERNELS(double, local_array)

int main() {
  CHECK(double, square, numbers<double>(1000, -1, 1), 1000, 8, 128, 0);
  CHECK(float, scale, numbers<float>(1000, 0.5, 1.5), 1000, 8, 128, 0);
  CHECK(double, neighbours, numbers<double>(500, -1, 1), 500, 4, 128, 0);
  CHECK(double, gather, numbers<double>(512, -1, 1), 512, 4, 128, 0);
  CHECK(float, read_only, numbers<float>(300, 0.5, 1.5), 300, 3, 128, 0);
  CHECK(float, vectors, numbers<float>(400, 0.5, 1.5), 400, 1, 128, 0);
  CHECK(double, update_in_place, numbers<double>(200, -1, 1), 200, 2, 128, 0);
  CHECK(double, add_atomically, numbers<double>(700, -1, 1), 3, 7, 128, 0);
  CHECK(double, strided, numbers<double>(1000, 0.1, 1), 128, 2, 64, 0);
  CHECK(double, bodies, numbers<double>(3 * 60, 0.1, 1), 2 * 60, 2, 32, 0);
  CHECK(double, constants, numbers<double>(300, -1, 1), 300, 3, 128, 0);
  CHECK(double, steps, numbers<double>(400, -1, 1), 400, 4, 128, 0);
  CHECK(double, while_loop, numbers<double>(300, 0.5, 1), 300, 3, 128, 0);
  CHECK(double, local_array, numbers<double>(300, -1, 1), 300, 3, 128, 0);
  return finish();
}
