// Idioms of CUDA programs: cooperative groups, counters, tables, structs of pointers, closures, random numbers, printing, leaving early.
#include "check.h"
#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Sums by tiles of 8 lanes, then by the block.
__device__ void tile_sums(double *in, double *out, int n) {
  __shared__ double parts[8];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  double x = in[block.group_index().x * block.size() + block.thread_rank()];
  x *= x;
  for (int step = tile.size() / 2; step > 0; step /= 2)
    x += tile.shfl_down(x, step);
  if (tile.thread_rank() == 0)
    parts[tile.meta_group_rank()] = x;
  block.sync();
  if (block.thread_rank() == 0) {
    double sum = 0;
    for (int k = 0; k < tile.meta_group_size(); ++k)
      sum += parts[k] * parts[k];
    out[block.group_index().x] = sum;
  }
}
KERNELS(double, tile_sums)

__device__ void reduced_by_library(float *in, float *out, int n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  float x = in[index()];
  float sum = cg::reduce(tile, x * x, cg::plus<float>());
  float most = tile.shfl(x, 7);
  if (tile.thread_rank() == 0)
    out[index() / 32] = sum * most;
}
KERNELS(float, reduced_by_library)

// A counter gives each number that is kept a place; what is done with them does not depend on the order.
__device__ void compaction(double *in, double *out, int n) {
  __shared__ int count;
  __shared__ double kept[64];
  int t = threadIdx.x;
  if (t == 0)
    count = 0;
  __syncthreads();
  double x = in[index()];
  if (x > 0.5)
    kept[atomicAdd(&count, 1)] = x * x;
  __syncthreads();
  double sum = 0;
  for (int k = t; k < count; k += blockDim.x)
    sum += kept[k] * sin(kept[k]);
  atomicAdd(&out[blockIdx.x], sum);
}
KERNELS(double, compaction)

// The same with a place for a warp, counted by votes.
__device__ void ballot_compaction(double *in, double *out, int n) {
  __shared__ double kept[32];
  int lane = threadIdx.x % 32;
  double x = in[index()];
  unsigned chosen = __ballot_sync(0xffffffffu, x > 0.4);
  if (x > 0.4)
    kept[__popc(chosen & ((1u << lane) - 1))] = x * x * x;
  __syncwarp();
  if (lane < __popc(chosen))
    out[blockIdx.x * 32 + lane] = kept[lane] * (lane + 1);
}
KERNELS(double, ballot_compaction)

// Work is taken from a queue.
__device__ void queue(double *in, double *out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0)
    next = 0;
  __syncthreads();
  for (int k = atomicAdd(&next, 1); k < n / 2; k = atomicAdd(&next, 1))
    out[k] = in[k] * in[k + n / 2] * in[k];
}
KERNELS(double, queue)

// Trees of sums that end in one warp.
__device__ void last_warp(float *in, float *out, int n) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x * 2 + t; i < n; i += blockDim.x * 2 * gridDim.x)
    sum += in[i] * in[i] + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  cells[t] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s >= 32; s >>= 1) {
    if (t < s)
      cells[t] += cells[t + s];
    __syncthreads();
  }
  if (t < 32) {
    float x = cells[t];
    for (int offset = 16; offset; offset >>= 1)
      x += __shfl_down_sync(0xffffffffu, x, offset);
    if (t == 0)
      atomicAdd(out, x * x);
  }
}
KERNELS(float, last_warp)
__device__ void warp_synchronous(double *in, double *out, int n) {
  __shared__ volatile double cells[64];
  int t = threadIdx.x;
  cells[t] = in[index()];
  __syncthreads();
  if (t < 32) {
    for (int s = 32; s; s >>= 1) {
      double other = t < s ? cells[t + s] : 0;
      __syncwarp();
      if (t < s)
        cells[t] = cells[t] + other * cells[t];
      __syncwarp();
    }
    if (t == 0)
      out[blockIdx.x] = cells[0];
  }
}
KERNELS(double, warp_synchronous)

// Parameters as people pass them: structs of pointers and numbers, nested, by value.
struct Grid { int nx, ny; double dx; };
struct Fields { const double *__restrict__ u; double *__restrict__ v; Grid grid; double *table[2]; };
__device__ void move(Fields f) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.grid.nx || y >= f.grid.ny)
    return;
  int at = y * f.grid.nx + x;
  double c = __ldg(&f.u[at]), l = x > 0 ? __ldg(&f.u[at - 1]) : c, r = x + 1 < f.grid.nx ? f.u[at + 1] : c;
  f.v[at] = c + 0.1 * (l - 2 * c + r) / (f.grid.dx * f.grid.dx) * f.table[at % 2][1];
}
__device__ void structs(double *in, double *out, int n) {
  Fields f{in, out, {n / 4, 4, 0.9}, {in, in + 2}};
  move(f);
}
KERNELS(double, structs)

template <class F> __device__ void for_each(int n, F f) {
  for (int i = index(); i < n; i += blockDim.x * gridDim.x)
    f(i);
}
template <int ORDER, class T> __device__ T horner(const T *c, T x) {
  T sum = c[ORDER];
#pragma unroll
  for (int k = ORDER - 1; k >= 0; --k)
    sum = sum * x + c[k];
  return sum;
}
__device__ void closures(float *in, float *out, int n) {
  float scale = in[0];
  for_each(n - 6, [=](int i) { out[i] = scale * horner<5>(in + n - 6, in[i]); });
}
KERNELS(float, closures)
struct Base {
  float a;
  __device__ float twice(float x) const { return 2 * x * a; }
};
struct Derived : Base {
  float b;
  __device__ Derived(float a, float b) : Base{a}, b(b) {}
  __device__ float operator()(float x) const { return twice(x) + b * x * x; }
};
__device__ void functors(float *in, float *out, int n) {
  Derived f(in[n - 1], in[n - 2]);
  for_each(n - 2, [&](int i) { out[i] = f(in[i]); });
}
KERNELS(float, functors)

__constant__ double weights[5] = {0.1, 0.2, 0.4, 0.2, 0.1};
__device__ const int offsets[3] = {1, 5, 11};
__device__ void tables(double *in, double *out, int n) {
  int i = index();
  double sum = 0;
  for (int k = 0; k < 5; ++k)
    sum += weights[k] * in[(i + k) % n] * in[(i + offsets[k % 3]) % n];
  out[i] = sum;
}
KERNELS(double, tables)

// Blocks of three dimensions.
__device__ void box(double *in, double *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int at = (z * 4 + y) * 8 + x;
  double c = in[at];
  if (x == 0 || x == 7 || y == 0 || y == 3 || z == 0 || z == 3) {
    out[at] = c;
    return;
  }
  out[at] = c * (in[at - 1] + in[at + 1] + in[at - 8] + in[at + 8] + in[at - 32] + in[at + 32] - 6 * c);
}
KERNELS(double, box)

// Threads that end at different times, with several ways out.
__device__ void newton(double *in, double *out, int n) {
  int i = index();
  if (i >= n)
    return;
  double a = in[i], x = 1;
  for (int k = 0; k < 50; ++k) {
    double f = x * x * x - a;
    if (fabs(f) < 1e-14)
      break;
    x -= f / (3 * x * x);
    if (x > 100) {
      out[i] = a;
      return;
    }
  }
  out[i] = x;
}
KERNELS(double, newton)
__device__ void steps_of_rays(double *in, double *out, int n) {
  int i = index();
  double t = 0, light = 1, direction = in[i];
  while (light > 0.05 && t < 4) {
    double density = 0.3 + 0.2 * sin(t * direction);
    if (density < 0.15) {
      t += 0.5;
      continue;
    }
    light *= exp(-density * 0.25);
    t += 0.25;
  }
  out[i] = light;
}
KERNELS(double, steps_of_rays)
__device__ void choices(double *in, double *out, int n) {
  int i = index();
  double x = in[i];
  switch (i % 5) {
  case 0: x = x * x;
  case 1: x += sin(x); break;
  case 2: x = exp(x); break;
  case 3: {
    double y = x;
    do y *= x; while (y > 0.1);
    x = y;
    break;
  }
  default: x = 1 / x;
  }
  out[i] = x;
}
KERNELS(double, choices)

// Random numbers of CUDA's library.
__device__ void drawn(double *in, double *out, int n) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234, index(), 0, &state);
  double price = in[index()];
  for (int k = 0; k < 4; ++k)
    price *= exp(0.1 * curand_normal(&state) * in[n - 1] - 0.005);
  out[index()] = price * curand_uniform_double(&state);
}
KERNELS(double, drawn)
__device__ void drawn_xorwow(float *in, float *out, int n) {
  curandState state;
  curand_init(42, index(), 0, &state);
  float x = in[index()];
  for (int k = 0; k < 3; ++k) {
    float2 z = curand_normal2(&state);
    x = x * (1 + 0.1f * z.x) + 0.1f * z.y * in[n - 1] * curand_uniform(&state);
  }
  out[index()] = x;
}
KERNELS(float, drawn_xorwow)
__device__ void drawn_pairs(double *in, double *out, int n) {
  curandState state;
  curand_init(42, index(), 0, &state);
  double x = in[index()];
  for (int k = 0; k < 3; ++k)
    x = x * (1 + 0.1 * curand_normal_double(&state)) + 0.1 * in[n - 1];
  out[index()] = x;
}
KERNELS(double, drawn_pairs)

__device__ void says(double *in, double *out, int n) {
  double x = in[index()];
  assert(x > 0);
  if (x > 1e6)
    printf("large: %d %f\n", index(), x);
  out[index()] = sqrt(x) * x;
}
KERNELS(double, says)

__device__ void special(double *in, double *out, int n) {
  double x = in[index()], y = in[(index() + 1) % n];
  double sum = erfcx(x) + normcdfinv(x / (1 + y)) + lgamma(x) + fdim(x, 0.1);
  sum += j0(x) + j1(y) + y0(x) + y1(y) + erfinv(x * 0.5) + fmod(x, 0.7) + ldexp(x, 3) + copysign(x, y) + pow(y, 2.5) + exp10(x);
  double whole, rest = modf(3 * x, &whole);
  int power;
  sum += rest * y + frexp(x, &power) + scalbn(y, power);
  out[index()] = sum;
}
KERNELS(double, special)

// Structs of pointers in memory that is passed, arrays of them.
struct Layer { double *w; int size; };
__device__ void layers(double *in, double *out, int n) {
  Layer l[3] = {{in, 2}, {in + 2, 3}, {in + 5, 4}};
  double x = in[9 + index()];
  for (int k = 0; k < 3; ++k) {
    double sum = 0;
    for (int j = 0; j < l[k].size; ++j)
      sum += l[k].w[j] * x;
    x = tanh(sum);
  }
  out[index()] = x;
}
KERNELS(double, layers)

// Vectors of numbers of all widths.
__device__ void wide(double *in, double *out, int n) {
  double2 a = reinterpret_cast<double2 *>(in)[index()];
  __shared__ double2 cells[32];
  cells[threadIdx.x] = make_double2(a.x * a.y, a.x + a.y);
  __syncthreads();
  double2 b = cells[(threadIdx.x + 1) % 32];
  out[index()] = b.x * a.y + b.y * b.y;
}
KERNELS(double, wide)
__device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
__device__ void triples(float *in, float *out, int n) {
  const float3 *p = (const float3 *)in;
  float3 a = p[index()], b = p[(index() + 1) % (n / 3)], c = cross(a, rsqrtf(dot(b, b)) * b);
  ((float3 *)out)[index()] = __saturatef(a.x) * c;
}
KERNELS(float, triples)

// An exchange of memory by asynchronous copies.
__device__ void copied(float *in, float *out, int n) {
  __shared__ float cells[64];
  __pipeline_memcpy_async(&cells[threadIdx.x], &in[index()], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[index()] = cells[threadIdx.x] * cells[63 - threadIdx.x];
}
KERNELS(float, copied)

// A histogram of integers beside numbers, and the largest of them.
__device__ void counts(double *in, double *out, int n) {
  __shared__ int bins[8], most;
  int t = threadIdx.x;
  if (t < 8)
    bins[t] = 0;
  if (t == 8)
    most = 0;
  __syncthreads();
  double x = in[index()];
  int bin = min(7, (int)(x * 8));
  atomicAdd(&bins[bin], 1);
  __syncthreads();
  if (t < 8)
    atomicMax(&most, bins[t]);
  __syncthreads();
  out[index()] = x * x * bins[bin] / most;
}
KERNELS(double, counts)

// A sum of double as machines without an instruction for it make it.
__device__ double add_by_trying(double *address, double amount) {
  unsigned long long *place = (unsigned long long *)address, old = *place, assumed;
  do {
    assumed = old;
    old = atomicCAS(place, assumed, __double_as_longlong(amount + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ void tries(double *in, double *out, int n) {
  double x = in[index()];
  add_by_trying(&out[index() % 4], x * x);
}
KERNELS(double, tries)

// Complex numbers.
struct Complex { float re, im; };
__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ void julia(float *in, float *out, int n) {
  Complex z{in[2 * index()], in[2 * index() + 1]}, c{-0.2f, 0.3f};
  for (int k = 0; k < 4 && z.re * z.re + z.im * z.im < 4; ++k)
    z = z * z + c;
  out[index()] = z.re * z.re + z.im;
}
KERNELS(float, julia)

// Matrices of a thread as local arrays.
__device__ void small_inverse(double *in, double *out, int n) {
  double a[3][3], b[3];
  const double *m = in + 12 * index();
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      a[r][c] = m[3 * r + c] + (r == c ? 3 : 0);
    b[r] = m[9 + r];
  }
  for (int k = 0; k < 3; ++k)
    for (int r = k + 1; r < 3; ++r) {
      double f = a[r][k] / a[k][k];
      for (int c = k; c < 3; ++c)
        a[r][c] -= f * a[k][c];
      b[r] -= f * b[k];
    }
  for (int k = 2; k >= 0; --k) {
    for (int c = k + 1; c < 3; ++c)
      b[k] -= a[k][c] * b[c];
    b[k] /= a[k][k];
    out[3 * index() + k] = b[k];
  }
}
KERNELS(double, small_inverse)

// Parts of a warp that do different things.
__device__ void coalesced(double *in, double *out, int n) {
  double x = in[index()];
  if (threadIdx.x % 3 == 0) {
    unsigned mask = __activemask();
    double sum = x;
    for (int k = 1; k < 3; ++k)
      sum += __shfl_sync(0x49249249u, x, 3 * k) * k;
    x = sum + 0 * __popc(mask);
  }
  out[index()] = x * x;
}
KERNELS(double, coalesced)

int main() {
  CHECK(double, tile_sums, numbers<double>(128, 0.5, 1), 2, 2, 64, 0);
  CHECK(float, reduced_by_library, numbers<float>(128, 0.5, 1), 4, 2, 64, 0);
  CHECK(double, compaction, numbers<double>(128, 0, 1), 2, 2, 64, 0);
  CHECK(double, ballot_compaction, numbers<double>(64, 0, 1), 64, 2, 32, 0);
  CHECK(double, queue, numbers<double>(200, 0.5, 1), 100, 1, 32, 0);
  CHECK(float, last_warp, numbers<float>(500, -1, 1), 1, 2, 64, 64 * sizeof(float));
  CHECK(double, warp_synchronous, numbers<double>(128, 0.1, 0.2), 2, 2, 64, 0);
  Case<double> plane{"structs", numbers<double>(64, 0.5, 1), 64, 2, 32, 0, structs_value, structs_tangent, structs_gradient};
  plane.shape = dim3(8, 4);
  check(plane);
  CHECK(float, closures, numbers<float>(200, 0.1, 0.9), 194, 2, 32, 0);
  CHECK(float, functors, numbers<float>(100, 0.5, 1), 98, 2, 32, 0);
  CHECK(double, tables, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  Case<double> cube{"box", numbers<double>(128, 0.5, 1), 128, 1, 128, 0, box_value, box_tangent, box_gradient};
  cube.shape = dim3(8, 4, 4);
  check(cube);
  CHECK(double, newton, numbers<double>(50, 0.5, 8), 50, 2, 32, 0);
  CHECK(double, steps_of_rays, numbers<double>(64, 0.5, 2), 64, 2, 32, 0);
  CHECK(double, choices, numbers<double>(60, 0.2, 0.8), 60, 2, 30, 0);
  CHECK(double, drawn, numbers<double>(65, 0.5, 1), 64, 2, 32, 0);
  CHECK(float, drawn_xorwow, numbers<float>(65, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, drawn_pairs, numbers<double>(65, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, says, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, special, numbers<double>(64, 0.3, 0.6), 64, 2, 32, 0);
  CHECK(double, layers, numbers<double>(9 + 64, -1, 1), 64, 2, 32, 0);
  CHECK(double, wide, numbers<double>(128, 0.5, 1), 64, 2, 32, 0);
  CHECK(float, triples, numbers<float>(192, 0.2, 0.9), 192, 2, 32, 0);
  CHECK(float, copied, numbers<float>(128, 0.5, 1), 128, 2, 64, 0);
  CHECK(double, counts, numbers<double>(128, 0.05, 0.95), 128, 2, 64, 0);
  CHECK(double, tries, numbers<double>(64, 0.5, 1), 4, 2, 32, 0);
  CHECK(float, julia, numbers<float>(128, -0.5, 0.5), 64, 2, 32, 0);
  CHECK(double, small_inverse, numbers<double>(12 * 64, -1, 1), 3 * 64, 2, 32, 0);
  CHECK(double, coalesced, numbers<double>(64, 0.5, 1), 64, 2, 32, 0);
  return finish();
}
