// More idioms: reductions and scans in two levels, networks, trees, sorting, unions, complex numbers, pointers to functions.
#include "check.h"
#include <cooperative_groups.h>
#include <cuda/std/complex>
#include <cuda/std/array>
namespace cg = cooperative_groups;
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A scan of each warp, then one of their sums.
__device__ double warp_scan(double x) {
  int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    double y = __shfl_up_sync(0xffffffffu, x, d);
    if (lane >= d) x += y;
  }
  return x;
}
__device__ void block_scan(double *in, double *out, int n) {
  __shared__ double sums[32];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  double x = in[index()] * in[index()];
  double s = warp_scan(x);
  if (lane == 31) sums[warp] = s;
  __syncthreads();
  if (warp == 0) {
    double v = lane < blockDim.x / 32 ? sums[lane] : 0;
    v = warp_scan(v);
    sums[lane] = v;
  }
  __syncthreads();
  if (warp > 0) s += sums[warp - 1];
  out[index()] = s * in[index()];
}
KERNELS(double, block_scan)

// Mean and deviation as numbers come, joined by exchanges.
__device__ void welford(float *in, float *out, int n) {
  float mean = 0, m2 = 0; float count = 0;
  int lane = threadIdx.x;
  for (int i = lane; i < 100; i += 32) {
    float x = in[blockIdx.x * 100 + i];
    count += 1;
    float d = x - mean;
    mean += d / count;
    m2 += d * (x - mean);
  }
  for (int o = 16; o; o /= 2) {
    float om = __shfl_xor_sync(0xffffffffu, mean, o), o2 = __shfl_xor_sync(0xffffffffu, m2, o), oc = __shfl_xor_sync(0xffffffffu, count, o);
    float d = om - mean, total = count + oc;
    mean += d * oc / total;
    m2 += o2 + d * d * count * oc / total;
    count = total;
  }
  for (int i = lane; i < 100; i += 32)
    out[blockIdx.x * 100 + i] = (in[blockIdx.x * 100 + i] - mean) * rsqrtf(m2 / count + 1e-5f);
}
KERNELS(float, welford)

// A layer with weights and a bend.
__device__ void conv_relu(float *in, float *out, int n) {
  __shared__ float tile[10][10];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = ty; i < 10; i += 8)
    for (int j = tx; j < 10; j += 8) {
      int gx = (int)blockIdx.x * 8 + j - 1, gy = i - 1;
      tile[i][j] = gx >= 0 && gx < 16 && gy >= 0 && gy < 8 ? in[9 + gy * 16 + gx] : 0.f;
    }
  __syncthreads();
  float s = 0;
  #pragma unroll
  for (int i = 0; i < 3; ++i)
    #pragma unroll
    for (int j = 0; j < 3; ++j) s += in[i * 3 + j] * tile[ty + i][tx + j];
  out[ty * 16 + blockIdx.x * 8 + tx] = s > 0 ? s : 0.01f * s;
}
KERNELS(float, conv_relu)

// Scores of a query for each warp, as keys come.
__device__ void attention_warp(float *in, float *out, int n) {
  const int D = 16, N = 24;
  int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const float *q = in + row * D, *k = in + 8 * D, *v = in + 8 * D + N * D;
  float m = -INFINITY, l = 0, acc = 0;
  for (int j = 0; j < N; ++j) {
    float p = lane < D ? q[lane] * k[j * D + lane] : 0;
    for (int o = 16; o; o >>= 1) p += __shfl_xor_sync(~0u, p, o);
    p *= 0.25f;
    float mn = fmaxf(m, p), c = __expf(m - mn), e = __expf(p - mn);
    l = l * c + e;
    acc = acc * c + (lane < D ? e * v[j * D + lane] : 0);
    m = mn;
  }
  if (lane < D) out[row * D + lane] = acc / l;
}
KERNELS(float, attention_warp)

// Two parts of dynamic shared memory whose pointers change places.
__device__ void jacobi_block(double *in, double *out, int n) {
  extern __shared__ double sh[];
  double *a = sh, *b = sh + blockDim.x;
  int t = threadIdx.x;
  a[t] = in[index()];
  b[t] = a[t];
  __syncthreads();
  for (int it = 0; it < 7; ++it) {
    if (t > 0 && t < blockDim.x - 1) b[t] = 0.5 * (a[t - 1] + a[t + 1]) + 0.01 * a[t] * a[t];
    __syncthreads();
    double *c = a; a = b; b = c;
  }
  out[index()] = a[t];
}
KERNELS(double, jacobi_block)

// Complex numbers and arrays of CUDA's library of C++.
__device__ void std_complex(double *in, double *out, int n) {
  cuda::std::complex<double> z(in[index()], in[(index() + 1) % n]), w(0.3, in[(index() + 2) % n]);
  z = z * w + conj(z) / w;
  out[index()] = norm(z) + z.real();
}
KERNELS(double, std_complex)
__device__ void std_array(double *in, double *out, int n) {
  cuda::std::array<double, 4> a{in[index()], 1., 2., in[(index() + 3) % n]};
  double s = 0;
  for (auto x : a) s = s * x + x;
  out[index()] = s;
}
KERNELS(double, std_array)

// Keys are sorted with the places that they come from.
__device__ void sort_by_key(double *in, double *out, int n) {
  double k[6]; int p[6];
  for (int i = 0; i < 6; ++i) { k[i] = in[index() * 6 + i]; p[i] = i; }
  for (int i = 1; i < 6; ++i) {
    double x = k[i]; int q = p[i]; int j = i - 1;
    while (j >= 0 && k[j] > x) { k[j + 1] = k[j]; p[j + 1] = p[j]; --j; }
    k[j + 1] = x; p[j + 1] = q;
  }
  for (int i = 0; i < 6; ++i) out[index() * 6 + i] = k[i] * (i + 1) + p[i] * k[i] * k[i];
}
KERNELS(double, sort_by_key)

// Memory that is one thing first, and then another.
__device__ void shared_union(double *in, double *out, int n) {
  __shared__ union { double first[32]; double second[64]; } u;
  int t = threadIdx.x;
  u.first[t] = in[index()] * 2;
  __syncthreads();
  double x = u.first[31 - t];
  __syncthreads();
  u.second[t] = x;
  u.second[t + 32] = x * x;
  __syncthreads();
  out[index()] = u.second[31 - t] + u.second[32 + (t + 1) % 32];
}
KERNELS(double, shared_union)

__device__ void reversed_loop(double *in, double *out, int n) {
  int i = index();
  double s = 0;
  for (int k = n - 1; k >= 0; k -= 3) s = s * 0.9 + in[k] * in[i];
  out[i] = s;
}
KERNELS(double, reversed_loop)

// The least of a warp, and where it is.
__device__ void arg_min(double *in, double *out, int n) {
  double x = in[index()]; int at = threadIdx.x;
  for (int o = 16; o; o >>= 1) {
    double y = __shfl_down_sync(~0u, x, o); int b = __shfl_down_sync(~0u, at, o);
    if (y < x) { x = y; at = b; }
  }
  at = __shfl_sync(~0u, at, 0);
  x = __shfl_sync(~0u, x, 0);
  out[index()] = (in[index()] - x) * in[blockIdx.x * 32 + at];
}
KERNELS(double, arg_min)

// Sums in shared memory that are read when all have been made.
__device__ void scatter_then_read(double *in, double *out, int n) {
  __shared__ double bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[(t * 5) % 8], in[index()] * in[index()]);
  __syncthreads();
  out[index()] = bins[t % 8] * in[index()];
}
KERNELS(double, scatter_then_read)

// Whole warps return.
__device__ void warp_returns(float *in, float *out, int n) {
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (w >= 2) return;
  float x = in[w * 32 + lane];
  for (int o = 1; o < 32; o *= 2) x += __shfl_xor_sync(~0u, x, o) * 0.5f;
  out[w * 32 + lane] = x * in[w * 32 + lane];
}
KERNELS(float, warp_returns)

// Ways out of two loops at once.
__device__ void nested_breaks(double *in, double *out, int n) {
  double s = 0;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      double x = in[(index() + i * 3 + j) % n];
      s += x * s * 0.1 + x;
      if (s > 2) goto done;
      if (x < 0.55) break;
    }
  }
done:
  out[index()] = s * s;
}
KERNELS(double, nested_breaks)

// Functions are chosen by pointers.
__device__ double fsq(double x) { return x * x; }
__device__ double fcu(double x) { return x * x * x; }
__device__ void pointer_table(double *in, double *out, int n) {
  double (*f[2])(double) = {fsq, fcu};
  out[index()] = f[index() % 2](in[index()]);
}
KERNELS(double, pointer_table)

// Numbers through their bits.
__device__ void bit_tricks(float *in, float *out, int n) {
  float x = in[index()];
  float y = __int_as_float(__float_as_int(x) & 0x7fffffff);
  float z = __uint_as_float(__float_as_uint(-x) ^ 0x80000000u);
  out[index()] = y * z + copysignf(x, -1.f) + fabsf(-x) * __frcp_rn(x);
}
KERNELS(float, bit_tricks)
__device__ void quake(float *in, float *out, int n) {
  float x = in[index()], h = 0.5f * x;
  int i = 0x5f3759df - (__float_as_int(x) >> 1);
  float y = __int_as_float(i);
  y = y * (1.5f - h * y * y);
  y = y * (1.5f - h * y * y);
  y = y * (1.5f - h * y * y);
  out[index()] = y;
}
KERNELS(float, quake)
// A walk through a tree, with a stack.
__device__ void tree(double *in, double *out, int n) {
  int stack[16], top = 0; double s = 0, x = in[index()];
  stack[top++] = 0;
  while (top) {
    int node = stack[--top];
    double d = x - in[node];
    if (2 * node + 2 < 31 && d * d < 0.09) { stack[top++] = 2 * node + 1; stack[top++] = 2 * node + 2; }
    else s += d * d * in[node];
  }
  out[index()] = s;
}
KERNELS(double, tree)
// The next part is read while this one is used.
__device__ void prefetch(float *in, float *out, int n) {
  __shared__ float buf[2][32];
  int t = threadIdx.x; float acc = 0;
  buf[0][t] = in[t];
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    float next = k < 3 ? in[(k + 1) * 32 + t] : 0;
    for (int j = 0; j < 32; ++j) acc += buf[k & 1][j] * in[(t + j) % 32];
    buf[(k + 1) & 1][t] = next;
    __syncthreads();
  }
  out[t] = acc;
}
KERNELS(float, prefetch)
// Structs of numbers and integers in shared memory.
struct Particle { float3 p; float m; int kind; };
__device__ void particles(float *in, float *out, int n) {
  __shared__ Particle all[32];
  int t = threadIdx.x;
  all[t].p = make_float3(in[4 * index()], in[4 * index() + 1], in[4 * index() + 2]);
  all[t].m = in[4 * index() + 3];
  all[t].kind = t % 3;
  __syncthreads();
  float3 f = make_float3(0, 0, 0);
  Particle me = all[t];
  for (int j = 0; j < 32; ++j) {
    if (all[j].kind == me.kind && j != t) continue;
    float dx = all[j].p.x - me.p.x, dy = all[j].p.y - me.p.y, dz = all[j].p.z - me.p.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.1f);
    float w = all[j].m * r * r * r;
    f.x += w * dx; f.y += w * dy; f.z += w * dz;
  }
  out[3 * index()] = f.x; out[3 * index() + 1] = f.y; out[3 * index() + 2] = f.z;
}
KERNELS(float, particles)
// Between two places of a table.
__device__ void texture_like(float *in, float *out, int n) {
  float u = in[index()] * 7.3f, whole; float f = modff(u, &whole); int i = __float2int_rd(u);
  float a = in[i % n], b = in[(i + 1) % n];
  out[index()] = __fdividef(a * (1 - f) + b * f, 1 + whole * whole) + fminf(fmaxf(u, 2.f), 5.f) * lrintf(u);
}
KERNELS(float, texture_like)

int main() {
  CHECK(double, block_scan, numbers<double>(256, 0.5, 1), 256, 2, 128, 0);
  CHECK(float, welford, numbers<float>(200, 0, 2), 200, 2, 32, 0);
  Case<float> c{"conv_relu", numbers<float>(9 + 128, -1, 1), 128, 2, 64, 0, conv_relu_value, conv_relu_tangent, conv_relu_gradient};
  c.shape = dim3(8, 8); check(c);
  CHECK(float, attention_warp, numbers<float>(8 * 16 + 2 * 24 * 16, -1, 1), 128, 2, 128, 0);
  CHECK(double, jacobi_block, numbers<double>(64, 0.5, 1), 64, 2, 32, 64 * 8);
  CHECK(double, std_complex, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, std_array, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, sort_by_key, numbers<double>(192, 0, 1), 192, 1, 32, 0);
  CHECK(double, shared_union, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, reversed_loop, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, arg_min, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, scatter_then_read, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(float, warp_returns, numbers<float>(64, 0.5, 1), 64, 1, 128, 0);
  CHECK(double, nested_breaks, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, pointer_table, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(float, bit_tricks, numbers<float>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(float, quake, numbers<float>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, tree, numbers<double>(64, 0.1, 0.9), 64, 2, 32, 0);
  CHECK(float, prefetch, numbers<float>(128, -1, 1), 32, 1, 32, 0);
  CHECK(float, particles, numbers<float>(256, 0, 2), 192, 2, 32, 0);
  CHECK(float, texture_like, numbers<float>(64, 0.63, 0.67), 64, 2, 32, 0);
  return finish();
}
