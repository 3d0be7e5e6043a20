// Numbers of 16 bits, which CUDA's headers compute with in assembly, and other assembly: reductions of CUB, accesses that say how they are cached.
#include "check.h"
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Computed in halves from single numbers: differences are as coarse as halves are.
__device__ void half_arithmetic(float *in, float *out, int n) {
  __half x = __float2half(in[index()]), y = __float2half(in[(index() + 1) % n]);
  __half z = __hfma(x, y, __hmul(x, x)) - __hdiv(y, __hadd(x, y)) + hsqrt(y) * __habs(-x);
  z += hrcp(y) + hrsqrt(x);
  out[index()] = __half2float(__hmax(z, __hneg(z)));
}
KERNELS(float, half_arithmetic)
__device__ void half_functions(float *in, float *out, int n) {
  __half x = __float2half(in[index()]), y = __float2half(in[(index() + 1) % n]);
  __half z = hexp(x) * hlog(y) + hexp2(y) - hlog2(x) + hsin(x) * hcos(y) + hlog10(x) * hexp10(y);
  out[index()] = __half2float(z) + (x > y ? __half2float(x) : 0);
}
KERNELS(float, half_functions)
__device__ void pairs_of_halves(float *in, float *out, int n) {
  __half2 x = __floats2half2_rn(in[index()], in[(index() + 1) % n]), y = __float2half2_rn(in[(index() + 2) % n]);
  __half2 z = __hfma2(x, y, __hmul2(x, x)) + h2sqrt(y) - h2exp(x);
  float2 both = __half22float2(z);
  out[index()] = both.x * __low2float(x) + both.y + __half2float(__hadd(__low2half(z), __high2half(z)));
}
KERNELS(float, pairs_of_halves)
__device__ void brain_floats(float *in, float *out, int n) {
  __nv_bfloat16 x = __float2bfloat16(in[index()]), y = __float2bfloat16(in[(index() + 1) % n]);
  __nv_bfloat162 both = __halves2bfloat162(x, y);
  both = __hfma2(both, both, both);
  out[index()] = __bfloat162float(x * y + __hfma(x, x, y)) + __low2float(both) * __high2float(both) + __bfloat162float(hexp(x));
}
KERNELS(float, brain_floats)

// Matrices in halves, sums in single numbers: shared memory of halves, and loads of two at a time.
__device__ void half_product(float *in, float *out, int n) {
  __shared__ __half a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = __float2half(in[y * 16 + x]);
  b[y][x] = __float2half(in[256 + y * 16 + x]);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; k += 2) {
    __half2 two = *reinterpret_cast<__half2 *>(&a[y][k]);
    sum += __low2float(two) * __half2float(b[k][x]) + __high2float(two) * __half2float(b[k + 1][x]);
  }
  out[y * 16 + x] = sum;
}
KERNELS(float, half_product)

__device__ void library_sums(float *in, float *out, int n) {
  typedef cub::BlockReduce<float, 64> Sum;
  typedef cub::WarpReduce<float> WarpSum;
  __shared__ typename Sum::TempStorage space;
  __shared__ typename WarpSum::TempStorage warps[2];
  float x = in[index()];
  float warp = WarpSum(warps[threadIdx.x / 32]).Sum(x * x);
  float all = Sum(space).Sum(x * sinf(x));
  if (threadIdx.x % 32 == 0)
    atomicAdd(&out[2 * blockIdx.x], warp * x);
  if (threadIdx.x == 0)
    out[2 * blockIdx.x + 1] = all * all;
}
KERNELS(float, library_sums)
__device__ void library_scan(float *in, float *out, int n) {
  typedef cub::BlockScan<float, 64> Scan;
  __shared__ typename Scan::TempStorage space;
  float x = in[index()], before;
  Scan(space).InclusiveSum(x * x, before);
  out[index()] = before * x;
}
KERNELS(float, library_scan)
__device__ void library_most(double *in, double *out, int n) {
  typedef cub::BlockReduce<double, 64> Reduce;
  __shared__ typename Reduce::TempStorage space;
  double x = in[index()];
  double most = Reduce(space).Reduce(x, [](double a, double b) { return a > b ? a : b; });
  __shared__ double shared;
  if (threadIdx.x == 0)
    shared = most;
  __syncthreads();
  out[index()] = exp(x - shared);
}
KERNELS(double, library_most)

__device__ void cached(float *in, float *out, int n) {
  float x = __ldcg(&in[index()]) * __ldcs(&in[(index() + 1) % n]);
  float4 more = __ldcg(reinterpret_cast<float4 *>(in) + index() % (n / 4));
  asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(&out[index()]), "f"(x * more.y + more.w) : "memory");
}
KERNELS(float, cached)
__device__ void own_assembly(float *in, float *out, int n) {
  float x = in[index()], y;
  asm("{ .reg .f32 t; sin.approx.f32 t, %1; fma.rn.f32 %0, t, %1, 0f3F800000; }" : "=f"(y) : "f"(x));
  asm("{ .reg .pred p; setp.gt.f32 p, %0, 0f3F800000; @p mul.f32 %0, %0, %0; }" : "+f"(y));
  out[index()] = y;
}
KERNELS(float, own_assembly)

// Rounded by a large number: the rest has the derivative of x.
__device__ void rounded(double *in, double *out, int n) {
  double x = 10 * in[index()], whole = (x + 0x1.8p52) - 0x1.8p52, rest = x - whole;
  out[index()] = rest * rest * rest + whole * x;
}
KERNELS(double, rounded)

// Halves in memory: the adjoints are halves, too.
__device__ void squares(const __half *in, __half *out, int n) {
  int i = index();
  if (i < n)
    out[i] = __hmul(in[i], in[i]) + in[0];
}
__global__ void squares_gradient(const __half *in, __half *din, __half *out, __half *dout, int n) {
  __enzyme_autodiff<void>((void *)squares, enzyme_dup, in, din, enzyme_dup, out, dout, enzyme_const, n);
}
static void test_memory() {
  const int n = 32;
  std::vector<__half> in(n), one(n, __float2half(1)), none(n, __float2half(0));
  for (int k = 0; k < n; ++k)
    in[k] = __float2half(0.125f * (k + 1));
  __half *x = to_device(in), *dx = to_device(none), *y = to_device(none), *dy = to_device(one);
  squares_gradient<<<1, n>>>(x, dx, y, dy, n);
  auto found = to_host(dx, n);
  bool good = __half2float(found[0]) == 0.25f + n;
  for (int k = 1; k < n; ++k)
    good &= __half2float(found[k]) == 0.25f * (k + 1);
  report("halves in memory", good);
}

int main() {
  const double coarse = 0.3;
#define COARSE(NAME, IN, OUTS, BLOCKS, THREADS)                                                                        \
  check(Case<float>{#NAME, IN, (size_t)(OUTS), BLOCKS, THREADS, 0, NAME##_value, NAME##_tangent, NAME##_gradient, coarse, dim3(0, 0, 0), 1e-2})
  COARSE(half_arithmetic, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  COARSE(half_functions, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  COARSE(pairs_of_halves, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  COARSE(brain_floats, numbers<float>(64, 0.5, 1.5), 64, 2, 32);
  Case<float> square{"half_product", numbers<float>(512, 0.5, 1.5), 256, 1, 256, 0, half_product_value, half_product_tangent, half_product_gradient, coarse, dim3(16, 16), 1e-2};
  check(square);
  CHECK(float, library_sums, numbers<float>(128, 0.5, 1.5), 4, 2, 64, 0);
  CHECK(float, library_scan, numbers<float>(128, 0.5, 1.5), 128, 2, 64, 0);
  CHECK(double, library_most, numbers<double>(128, 0.5, 1.5), 128, 2, 64, 0);
  CHECK(float, cached, numbers<float>(128, 0.5, 1.5), 128, 2, 64, 0);
  CHECK(float, own_assembly, numbers<float>(64, 0.5, 1.5), 64, 2, 32, 0);
  CHECK(double, rounded, numbers<double>(64, 0.5, 1.5), 64, 2, 32, 0);
  test_memory();
  return finish();
}
