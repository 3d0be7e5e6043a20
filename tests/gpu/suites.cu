// Kernels in the style of benchmark suites.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Heat of a chip: a stencil with a halo in shared memory.
__device__ void hotspot(float *in, float *out, int n) {
  __shared__ float t[10][10];
  const int size = 16;
  int x = threadIdx.x, y = threadIdx.y, gx = blockIdx.x % 2 * 8 + x, gy = blockIdx.x / 2 * 8 + y;
  const float *power = in + size * size;
  t[y + 1][x + 1] = in[gy * size + gx];
  if (y == 0)
    t[0][x + 1] = in[max(gy - 1, 0) * size + gx];
  if (y == 7)
    t[9][x + 1] = in[min(gy + 1, size - 1) * size + gx];
  if (x == 0)
    t[y + 1][0] = in[gy * size + max(gx - 1, 0)];
  if (x == 7)
    t[y + 1][9] = in[gy * size + min(gx + 1, size - 1)];
  __syncthreads();
  float c = t[y + 1][x + 1];
  out[gy * size + gx] = c + 0.1f * (power[gy * size + gx] + t[y][x + 1] + t[y + 2][x + 1] + t[y + 1][x] + t[y + 1][x + 2] - 4 * c) * c;
}

// Diffusion that keeps edges: coefficients from neighbours.
__device__ void srad(double *in, double *out, int n) {
  const int size = 12;
  int i = index();
  if (i >= size * size)
    return;
  int r = i / size, c = i % size;
  double j = in[i], north = in[(r ? r - 1 : 0) * size + c] - j, south = in[(r < size - 1 ? r + 1 : r) * size + c] - j;
  double west = in[r * size + (c ? c - 1 : 0)] - j, east = in[r * size + (c < size - 1 ? c + 1 : c)] - j;
  double g = (north * north + south * south + west * west + east * east) / (j * j), l = (north + south + west + east) / j;
  double q = (0.5 * g - l * l / 16) / ((1 + 0.25 * l) * (1 + 0.25 * l)), d = (q - 0.3) / (0.3 * 1.3);
  double k = 1 / (1 + d);
  out[i] = k < 0 ? 0 : k > 10 ? 10 : k;
}

// A layer: products in shared memory, a tree of sums, a sigmoid.
__device__ void layer(float *in, float *out, int n) {
  __shared__ float products[64];
  int t = threadIdx.x;
  products[t] = in[t] * in[64 + blockIdx.x * 64 + t];
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (t < half)
      products[t] += products[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = 1 / (1 + expf(-0.1f * products[0]));
}

// The factors of a small matrix in shared memory.
__device__ void lud(double *in, double *out, int n) {
  __shared__ double m[8][8];
  int t = threadIdx.x;
  for (int r = 0; r < 8; ++r)
    m[r][t] = in[r * 8 + t] + (r == t ? 4 : 0);
  __syncthreads();
  for (int k = 0; k < 7; ++k) {
    if (t > k)
      m[t][k] /= m[k][k];
    __syncthreads();
    if (t > k)
      for (int j = k + 1; j < 8; ++j)
        m[t][j] -= m[t][k] * m[k][j];
    __syncthreads();
  }
  for (int r = 0; r < 8; ++r)
    out[r * 8 + t] = m[r][t];
}

// Alignment by dynamic programming along diagonals, with a smooth maximum.
__device__ void alignment(double *in, double *out, int n) {
  __shared__ double score[17][17];
  int t = threadIdx.x;
  score[0][t + 1] = -0.1 * (t + 1), score[t + 1][0] = -0.1 * (t + 1);
  if (t == 0)
    score[0][0] = 0;
  __syncthreads();
  for (int d = 0; d < 31; ++d) {
    int r = t + 1, c = d - t + 1;
    if (c >= 1 && c <= 16) {
      double a = score[r - 1][c - 1] + in[(r - 1) * 16 + c - 1], b = score[r - 1][c] - 0.1, e = score[r][c - 1] - 0.1;
      score[r][c] = fmax(a, fmax(b, e));
    }
    __syncthreads();
  }
  out[t] = score[16][t + 1] * score[t + 1][16];
}

// Distances to centres, of which the nearest counts.
__device__ void kmeans(double *in, double *out, int n) {
  const int features = 3, centres = 4;
  int i = index(), points = (n - centres * features) / features;
  if (i >= points)
    return;
  double best = 1e30;
  for (int c = 0; c < centres; ++c) {
    double d = 0;
    for (int f = 0; f < features; ++f) {
      double x = in[centres * features + i * features + f] - in[c * features + f];
      d += x * x;
    }
    best = d < best ? d : best;
  }
  out[i] = best;
}

__device__ void pathfinder(double *in, double *out, int n) {
  __shared__ double before[34], now[34];
  int t = threadIdx.x + 1;
  before[t] = in[t - 1];
  if (t == 1)
    before[0] = before[33] = now[0] = now[33] = 1e30;
  __syncthreads();
  for (int row = 1; row < n / 32; ++row) {
    double least = fmin(before[t], fmin(before[t - 1], before[t + 1]));
    now[t] = least + in[row * 32 + t - 1];
    __syncthreads();
    before[t] = now[t];
    __syncthreads();
  }
  out[t - 1] = before[t] * before[t];
}

__device__ void black_scholes(float *in, float *out, int n) {
  int i = index();
  if (i >= n / 3)
    return;
  float s = in[i], k = in[n / 3 + i], t = in[2 * (n / 3) + i], sigma = 0.3f, rate = 0.02f;
  float root = sqrtf(t), d1 = (logf(s / k) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root), d2 = d1 - sigma * root;
  out[i] = s * normcdff(d1) - k * expf(-rate * t) * normcdff(d2);
}

// Rows of a sparse matrix.
__device__ void spmv(double *in, double *out, int n) {
  int row = index(), size = n / 4;
  if (row >= size)
    return;
  double sum = 0;
  for (int k = 0; k < 1 + row % 3; ++k)
    sum += in[size + row * 3 + k] * in[(row * 5 + k * 11) % size];
  out[row] = sum * sum;
}

__device__ float sum_of_warp(float x) {
  for (int k = 16; k; k /= 2)
    x += __shfl_xor_sync(~0u, x, k);
  return x;
}
__device__ void layernorm(float *in, float *out, int n) {
  int lane = threadIdx.x % 32, row = index() / 32;
  const float *x = in + 64 + row * 64;
  float a = x[lane], b = x[lane + 32];
  float mean = sum_of_warp(a + b) / 64;
  float variance = sum_of_warp((a - mean) * (a - mean) + (b - mean) * (b - mean)) / 64, scale = rsqrtf(variance + 1e-3f);
  out[row * 64 + lane] = (a - mean) * scale * in[lane];
  out[row * 64 + lane + 32] = (b - mean) * scale * in[lane + 32];
}

// One query against keys and values.
__device__ void attention(float *in, float *out, int n) {
  const int d = 8, keys = 16;
  __shared__ float scores[keys];
  int t = threadIdx.x;
  const float *q = in + blockIdx.x * d, *k = in + 2 * d, *v = k + keys * d;
  float s = 0;
  for (int j = 0; j < d; ++j)
    s += q[j] * k[t * d + j];
  scores[t] = s * 0.35f;
  __syncthreads();
  float most = scores[0], sum = 0, result = 0;
  for (int j = 1; j < keys; ++j)
    most = fmaxf(most, scores[j]);
  for (int j = 0; j < keys; ++j)
    sum += expf(scores[j] - most);
  if (t < d) {
    for (int j = 0; j < keys; ++j)
      result += expf(scores[j] - most) / sum * v[j * d + t];
    out[blockIdx.x * d + t] = result;
  }
}

__device__ void convolution(double *in, double *out, int n) {
  const int w = 12;
  int i = index(), x = i % 10, y = i / 10;
  if (y >= 10)
    return;
  double sum = 0;
#pragma unroll
  for (int a = 0; a < 3; ++a)
#pragma unroll
    for (int b = 0; b < 3; ++b)
      sum += in[(y + a) * w + x + b] * in[w * w + a * 3 + b];
  out[i] = tanh(sum);
}

// A transform of 32 complex numbers in shared memory.
__device__ void fft(double *in, double *out, int n) {
  __shared__ double re[32], im[32];
  int t = threadIdx.x, from = __brev(t) >> 27;
  re[t] = in[2 * from], im[t] = in[2 * from + 1];
  __syncthreads();
  for (int half = 1; half < 32; half *= 2) {
    double ar = 0, ai = 0, br = 0, bi = 0;
    int k = t % half, at = t / half * 2 * half + k;
    if (t < 16) {
      double s, c;
      sincospi(-(double)k / half, &s, &c);
      br = re[at + half] * c - im[at + half] * s, bi = re[at + half] * s + im[at + half] * c;
      ar = re[at], ai = im[at];
    }
    __syncthreads();
    if (t < 16)
      re[at] = ar + br, im[at] = ai + bi, re[at + half] = ar - br, im[at + half] = ai - bi;
    __syncthreads();
  }
  out[t] = re[t] * re[t] + im[t] * im[t];
}

// A differential equation for each thread, by four evaluations a step.
__device__ void ode(double *in, double *out, int n) {
  int i = index();
  double x = in[2 * i], v = in[2 * i + 1], h = 0.05, mu = in[n - 1];
  auto force = [&](double a, double b) { return mu * (1 - a * a) * b - a; };
  for (int k = 0; k < 20; ++k) {
    double k1x = v, k1v = force(x, v), k2x = v + h / 2 * k1v, k2v = force(x + h / 2 * k1x, v + h / 2 * k1v);
    double k3x = v + h / 2 * k2v, k3v = force(x + h / 2 * k2x, v + h / 2 * k2v), k4x = v + h * k3v, k4v = force(x + h * k3x, v + h * k3v);
    x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x), v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v);
  }
  out[i] = x * v;
}

struct Ray { double x, y, z; };
__device__ Ray operator+(Ray a, Ray b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ Ray operator*(Ray a, double s) { return {a.x * s, a.y * s, a.z * s}; }
__device__ double length(Ray a) { return norm3d(a.x, a.y, a.z); }
__device__ void march(double *in, double *out, int n) {
  int i = index();
  Ray at{0.01 * (i % 8), 0.01 * (i / 8), -3}, way{in[4], in[5], 1};
  double depth = 0;
  for (int k = 0; k < 30; ++k) {
    Ray p = at + way * depth;
    double d = fmin(length(p + Ray{in[0], in[1], 0}) - in[2], length(p) - in[3]);
    if (d < 1e-3)
      break;
    depth += 0.9 * d;
  }
  out[i] = depth;
}

// Registers as a tile: each thread computes 2 x 2 results.
__device__ void register_tiles(float *in, float *out, int n) {
  __shared__ float a[16][4], b[4][16];
  const int size = 16;
  int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;
  float c[2][2] = {};
  for (int k = 0; k < size; k += 4) {
    a[t / 4][t % 4] = in[t / 4 * size + k + t % 4];
    b[t / 16][t % 16] = in[size * size + (k + t / 16) * size + t % 16];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
      for (int p = 0; p < 2; ++p)
#pragma unroll
        for (int q = 0; q < 2; ++q)
          c[p][q] += a[y * 2 + p][j] * b[j][x * 2 + q];
    __syncthreads();
  }
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q)
      out[(y * 2 + p) * size + x * 2 + q] = c[p][q];
}

#define SUITE(T, NAME) KERNELS(T, NAME)
SUITE(float, hotspot) SUITE(double, srad) SUITE(float, layer) SUITE(double, lud) SUITE(double, alignment) SUITE(double, kmeans)
SUITE(double, pathfinder) SUITE(float, black_scholes) SUITE(double, spmv) SUITE(float, layernorm) SUITE(float, attention)
SUITE(double, convolution) SUITE(double, fft) SUITE(double, ode) SUITE(double, march) SUITE(float, register_tiles)

int main() {
  Case<float> square{"hotspot", numbers<float>(512, 0.5, 1.5), 256, 4, 64, 0, hotspot_value, hotspot_tangent, hotspot_gradient};
  square.shape = dim3(8, 8);
  check(square);
  CHECK(double, srad, numbers<double>(144, 0.9, 1.1), 144, 3, 64, 0);
  CHECK(float, layer, numbers<float>(64 * 5, -1, 1), 4, 4, 64, 0);
  CHECK(double, lud, numbers<double>(64, -1, 1), 64, 1, 8, 0);
  CHECK(double, alignment, numbers<double>(256, -1, 1), 16, 1, 16, 0);
  CHECK(double, kmeans, numbers<double>(12 + 3 * 50, -1, 1), 50, 2, 32, 0);
  CHECK(double, pathfinder, numbers<double>(32 * 6, 0, 1), 32, 1, 32, 0);
  CHECK(float, black_scholes, numbers<float>(90, 0.5, 1.5), 30, 1, 32, 0);
  CHECK(double, spmv, numbers<double>(160, -1, 1), 40, 2, 32, 0);
  CHECK(float, layernorm, numbers<float>(64 * 5, 0.5, 1.5), 64 * 4, 2, 64, 0);
  CHECK(float, attention, numbers<float>(16 + 2 * 16 * 8, -1, 1), 16, 2, 16, 0);
  CHECK(double, convolution, numbers<double>(144 + 9, -1, 1), 100, 4, 32, 0);
  CHECK(double, fft, numbers<double>(64, -1, 1), 32, 1, 32, 0);
  CHECK(double, ode, numbers<double>(65, 0.2, 1), 32, 1, 32, 0);
  CHECK(double, march, numbers<double>(6, 0.3, 0.5), 64, 2, 32, 0);
  Case<float> tiles{"register_tiles", numbers<float>(512, 0.5, 1.5), 256, 1, 64, 0, register_tiles_value, register_tiles_tangent, register_tiles_gradient};
  tiles.shape = dim3(8, 8);
  check(tiles);
  return finish();
}
