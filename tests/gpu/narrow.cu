// Halves of 16 bits as networks use them: eight at a time, carried through loops, exchanged between lanes, added atomically; copies in assembly of the program.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
// Eight halves at once.
__device__ void rms_norm(const __half *x, const __half *w, __half *y, int n) {
  float sum = 0; __half2 kept[4];
  uint4 v = reinterpret_cast<const uint4 *>(x)[threadIdx.x];
  const __half2 *h = reinterpret_cast<const __half2 *>(&v);
  for (int k = 0; k < 4; ++k) { kept[k] = h[k]; float2 f = __half22float2(h[k]); sum += f.x * f.x + f.y * f.y; }
  for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
  float r = rsqrtf(sum / (8 * 32) + 1e-5f);
  uint4 o4; __half2 *o = reinterpret_cast<__half2 *>(&o4);
  const __half2 *w2 = reinterpret_cast<const __half2 *>(w) + 4 * threadIdx.x;
  for (int k = 0; k < 4; ++k) { float2 f = __half22float2(kept[k]); o[k] = __hmul2(__floats2half2_rn(f.x * r, f.y * r), w2[k]); }
  reinterpret_cast<uint4 *>(y)[threadIdx.x] = o4;
}

__device__ void through_halves(float *in, float *out, int n) {
  __shared__ __align__(16) __half x[256], w[256], y[256];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) { x[8 * t + k] = __float2half(in[8 * t + k]); w[8 * t + k] = __float2half(in[256 + 8 * t + k]); }
  __syncthreads();
  rms_norm(x, w, y, 256);
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[8 * t + k] = __half2float(y[8 * t + k]);
}
KERNELS(float, through_halves)

__device__ void recurrence(float *in, float *out, int n) {
  __half h = __float2half(in[index()]), a = __float2half(in[n - 1]);
  for (int k = 0; k < 3 + n % 4; ++k) h = __hfma(h, a, __hmul(h, h));
  out[index()] = __half2float(h);
}
KERNELS(float, recurrence)

__device__ void brain_dot(float *in, float *out, int n) {
  __nv_bfloat162 a = __floats2bfloat162_rn(in[2 * index()], in[2 * index() + 1]);
  __nv_bfloat162 b = __shfl_xor_sync(~0u, a, 1);
  float2 f = __bfloat1622float2(a), g = __bfloat1622float2(b);
  out[index()] = f.x * g.x + f.y * g.y * g.y;
}
KERNELS(float, brain_dot)
__device__ void half_shuffle(float *in, float *out, int n) {
  __half a = __float2half(in[index()]);
  a = __hadd(a, __shfl_down_sync(~0u, a, 4));
  out[index()] = __half2float(__hmul(a, a));
}
KERNELS(float, half_shuffle)

__device__ void half_atomic(float *in, float *out, int n) {
  __shared__ __half s[4];
  if (threadIdx.x < 4) s[threadIdx.x] = __float2half(0);
  __syncthreads();
  atomicAdd(&s[threadIdx.x % 4], __float2half(in[index()] * in[index()]));
  __syncthreads();
  if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = __half2float(s[threadIdx.x]);
}
KERNELS(float, half_atomic)

__device__ void half_ops(float *in, float *out, int n) {
  __half x = in[index()], y = __hmax(x, __half(0.f));
  __half2 z(x, y);
  z = z * z + z - __half2(1.f, 2.f) / z;
  if (__hgt(x, y)) z = z + z;
  if (x < __half(0.8f)) z = -z;
  out[index()] = float(z.x) + float(z.y) * float(htanh(x));
}
KERNELS(float, half_ops)
__device__ void bf_ops(float *in, float *out, int n) {
  __nv_bfloat16 x = in[index()], y = __float2bfloat16(in[(index() + 1) % n]);
  x += y; x *= y;
  __nv_bfloat16 z = x > y ? x / y : hsqrt(x);
  z = __hmin(z, __float2bfloat16(3.f)) + hsin(x);
  out[index()] = (float)z;
}
KERNELS(float, bf_ops)
__device__ void group_reduce_max(float *in, float *out, int n) {
  auto b = cg::this_thread_block(); auto t = cg::tiled_partition<16>(b);
  float x = in[index()];
  float m = cg::reduce(t, x, cg::greater<float>());
  float s = cg::reduce(t, __expf(x - m), cg::plus<float>());
  out[index()] = __expf(x - m) / s;
}
KERNELS(float, group_reduce_max)
__device__ void memcpy_async_group(float *in, float *out, int n) {
  __shared__ float s[64];
  auto b = cg::this_thread_block();
  s[threadIdx.x] = in[index()];
  b.sync();
  auto c = cg::coalesced_threads();
  float x = s[(threadIdx.x + 7) % 64];
  out[index()] = x * s[threadIdx.x] + 0 * c.size();
}
KERNELS(float, memcpy_async_group)
__device__ void own_shared_address(float *in, float *out, int n) {
  __shared__ float s[32];
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + index()));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  float y;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(y) : "r"(at));
  out[index()] = y * s[31 - threadIdx.x];
}
KERNELS(float, own_shared_address)
int main() {
#define C(N, IN, OUTS, B, T) check(Case<float>{#N, IN, (size_t)(OUTS), B, T, 0, N##_value, N##_tangent, N##_gradient, 0.4, dim3(0, 0, 0), 2e-2})
  C(through_halves, numbers<float>(512, 0.5, 1.5), 256, 1, 32);
  C(recurrence, numbers<float>(65, 0.3, 0.6), 64, 2, 32);
  C(brain_dot, numbers<float>(128, 0.5, 1.5), 64, 2, 32);
  C(half_shuffle, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  C(half_atomic, numbers<float>(64, 0.5, 1.5), 8, 2, 32);
  C(half_ops, numbers<float>(64, 0.9, 1.5), 64, 2, 32);
  C(bf_ops, numbers<float>(64, 0.5, 1.0), 64, 2, 32);
  C(group_reduce_max, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  C(memcpy_async_group, numbers<float>(128, 0.5, 1.5), 128, 2, 64);
  C(own_shared_address, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  return finish();
}
