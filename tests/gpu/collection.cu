// More kernels as people write them: sums and scans, sparse and dense products, layers of networks, images, particles, fields, finance.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Grid-stride sum of products, shuffles, one addition for each warp.
__device__ void dot_product(float *in, float *out, int n) {
  float sum = 0;
  for (int i = index(); i < n / 2; i += blockDim.x * gridDim.x)
    sum += in[i] * in[n / 2 + i];
  for (int k = 16; k; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, sum);
}

// Blelloch's scan.
__device__ void up_and_down_scan(double *in, double *out, int n) {
  __shared__ double t[64];
  int i = threadIdx.x, step = 1;
  t[2 * i] = in[blockIdx.x * 64 + 2 * i];
  t[2 * i + 1] = in[blockIdx.x * 64 + 2 * i + 1] * in[blockIdx.x * 64 + 2 * i];
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (i < d)
      t[step * (2 * i + 2) - 1] += t[step * (2 * i + 1) - 1];
    step *= 2;
  }
  if (i == 0)
    t[63] = 0;
  for (int d = 1; d < 64; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (i < d) {
      double x = t[step * (2 * i + 1) - 1];
      t[step * (2 * i + 1) - 1] = t[step * (2 * i + 2) - 1];
      t[step * (2 * i + 2) - 1] += x;
    }
  }
  __syncthreads();
  out[blockIdx.x * 64 + 2 * i] = t[2 * i] * t[2 * i];
  out[blockIdx.x * 64 + 2 * i + 1] = t[2 * i + 1];
}

// A histogram with soft bins.
__device__ void soft_histogram(float *in, float *out, int n) {
  float place = in[index()] * 6;
  int low = (int)place;
  float f = place - low;
  atomicAdd(&out[low], 1 - f);
  atomicAdd(&out[low + 1], f * f);
}

__device__ void seven_points(double *in, double *out, int n) {
  const int m = 8;
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  auto at = [&](int a, int b, int c) { return a < 0 || b < 0 || c < 0 || a >= m || b >= m || c >= m ? 0.0 : in[(c * m + b) * m + a]; };
  double u = at(x, y, z), sum = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
  out[(z * m + y) * m + x] = u + 0.1 * (sum - 6 * u) * u;
}

__device__ void transpose(float *in, float *out, int n) {
  __shared__ float tile[8][9];
  int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x % 4, by = blockIdx.x / 4;
  tile[y][x] = in[(by * 8 + y) * 32 + bx * 8 + x];
  __syncthreads();
  float v = tile[x][y];
  out[(bx * 8 + y) * 32 + by * 8 + x] = v * v;
}

// A sparse matrix in coordinates: rows and columns are computed.
__device__ void coordinates(double *in, double *out, int n) {
  int i = index();
  if (i >= n - 40)
    return;
  int row = i * 7 % 40, column = i * 11 % 40;
  atomicAdd(&out[row], in[40 + i] * in[column]);
}

__device__ void ellpack(float *in, float *out, int n) {
  int row = index();
  if (row >= 40)
    return;
  float sum = 0;
  for (int k = 0; k < 5; ++k) {
    int column = (row * 3 + k * k) % 40;
    if (k < 2 + row % 4)
      sum += in[40 + k * 40 + row] * in[column];
  }
  out[row] = sum;
}

__device__ void depthwise(float *in, float *out, int n) {
  __shared__ float weights[9];
  int channel = blockIdx.x, x = threadIdx.x % 8, y = threadIdx.x / 8;
  if (threadIdx.x < 9)
    weights[threadIdx.x] = in[4 * 100 + channel * 9 + threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k)
    sum += weights[k] * in[channel * 100 + (y + k / 3) * 10 + x + k % 3];
  out[channel * 64 + threadIdx.x] = sum > 0 ? sum : 0.1f * sum;
}

__device__ void max_pool(double *in, double *out, int n) {
  int i = index(), x = i % 8, y = i / 8;
  const double *at = in + 2 * y * 16 + 2 * x;
  out[i] = fmax(fmax(at[0], at[1]), fmax(at[16], at[17])) * at[0];
}

// Means and deviations of channels, then a scale and a shift.
__device__ void batch_norm(double *in, double *out, int n) {
  __shared__ double sums[32], squares[32];
  int t = threadIdx.x, c = blockIdx.x;
  double x = in[c * 32 + t];
  sums[t] = x, squares[t] = x * x;
  __syncthreads();
  for (int half = 16; half; half /= 2) {
    if (t < half)
      sums[t] += sums[t + half], squares[t] += squares[t + half];
    __syncthreads();
  }
  double mean = sums[0] / 32, variance = squares[0] / 32 - mean * mean;
  out[c * 32 + t] = in[4 * 32 + c] * (x - mean) * rsqrt(variance + 1e-3) + in[4 * 32 + 4 + c];
}

__device__ void cross_entropy(double *in, double *out, int n) {
  int row = index(), label = row * 5 % 10;
  if (row >= n / 10)
    return;
  const double *x = in + row * 10;
  double most = x[0], sum = 0;
  for (int k = 1; k < 10; ++k)
    most = fmax(most, x[k]);
  for (int k = 0; k < 10; ++k)
    sum += exp(x[k] - most);
  out[row] = most + log(sum) - x[label];
}

__device__ void activations(float *in, float *out, int n) {
  float x = in[index()];
  float gelu = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x))), silu = x / (1 + expf(-x));
  out[index()] = gelu * silu + log1pf(expf(x)) + erff(x);
}

__device__ void root_mean_square(float *in, float *out, int n) {
  int lane = threadIdx.x, row = blockIdx.x;
  float a = in[row * 64 + lane], b = in[row * 64 + 32 + lane], sum = a * a + b * b;
  for (int k = 16; k; k /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, k);
  float scale = rsqrtf(sum / 64 + 1e-5f);
  out[row * 64 + lane] = a * scale * in[4 * 64 + lane];
  out[row * 64 + 32 + lane] = b * scale * in[4 * 64 + 32 + lane];
}

__device__ void lennard_jones(double *in, double *out, int n) {
  int i = index(), count = n / 3;
  double x = in[i], y = in[count + i], z = in[2 * count + i], energy = 0;
  for (int j = 0; j < count; ++j) {
    if (j == i)
      continue;
    double dx = in[j] - x, dy = in[count + j] - y, dz = in[2 * count + j] - z, r2 = dx * dx + dy * dy + dz * dz;
    if (r2 > 900)
      continue;
    double s = 1 / (r2 + 0.5), s3 = s * s * s;
    energy += 4 * (s3 * s3 - s3);
  }
  out[i] = energy;
}

__device__ void springs(double *in, double *out, int n) {
  int i = index(), count = (n - 1) / 2, a = i, b = (i * 13 + 5) % count;
  if (i >= count)
    return;
  double dx = in[b] - in[a], dy = in[count + b] - in[count + a], l = sqrt(dx * dx + dy * dy + 0.01);
  double f = in[n - 1] * (l - 0.3) / l;
  atomicAdd(&out[a], f * dx);
  atomicAdd(&out[b], -f * dx);
  atomicAdd(&out[count + a], f * dy);
  atomicAdd(&out[count + b], -f * dy);
}

// Trilinear interpolation along a ray.
__device__ void volume(double *in, double *out, int n) {
  const int m = 6;
  int i = index();
  double light = 1, sum = 0;
  for (int step = 0; step < 8; ++step) {
    double x = 0.3 + 0.1 * (i % 8) + step * 0.45, y = 0.7 + 0.4 * (i / 8), z = in[m * m * m] + 0.41 * step;
    int a = (int)x, b = (int)y, c = (int)z;
    double u = x - a, v = y - b, w = z - c, density = 0;
    for (int k = 0; k < 8; ++k) {
      double weight = (k & 1 ? u : 1 - u) * (k & 2 ? v : 1 - v) * (k & 4 ? w : 1 - w);
      density += weight * in[((c + (k >> 2)) * m + b + (k >> 1 & 1)) * m + a + (k & 1)];
    }
    sum += light * density;
    light *= exp(-0.3 * density);
    if (light < 0.01)
      break;
  }
  out[i] = sum;
}

// Electric and magnetic fields on a line.
__device__ void fields(float *in, float *out, int n) {
  __shared__ float e[66], h[66];
  int t = threadIdx.x;
  e[t + 1] = in[t], h[t + 1] = in[64 + t];
  if (t == 0)
    e[0] = e[65] = h[0] = h[65] = 0;
  __syncthreads();
  for (int step = 0; step < n / 24; ++step) {
    h[t + 1] += 0.4f * (e[t + 2] - e[t + 1]);
    __syncthreads();
    e[t + 1] += 0.4f * in[t + 128] * (h[t + 1] - h[t]);
    __syncthreads();
  }
  out[t] = e[t + 1], out[64 + t] = h[t + 1];
}

// A tridiagonal system for each thread.
__device__ void thomas(double *in, double *out, int n) {
  double c[8], d[8];
  int i = index();
  const double *x = in + i * 8;
  c[0] = 0.5 / 4, d[0] = x[0] / 4;
  for (int k = 1; k < 8; ++k) {
    double m = 1 / (4 + x[k] - 0.5 * c[k - 1]);
    c[k] = 0.5 * m;
    d[k] = (x[k] - 0.5 * d[k - 1]) * m;
  }
  for (int k = 6; k >= 0; --k)
    d[k] -= c[k] * d[k + 1];
  for (int k = 0; k < 8; ++k)
    out[i * 8 + k] = d[k];
}

// Bilinear samples of an image at places that are inputs, too.
__device__ void samples(double *in, double *out, int n) {
  int i = index();
  double x = 1 + in[144 + 2 * i] * 8, y = 1 + in[144 + 2 * i + 1] * 8;
  int a = (int)floor(x), b = (int)floor(y);
  double u = x - a, v = y - b;
  const double *p = in + b * 12 + a;
  out[i] = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[12] + u * p[13]);
}

// A row of a matrix for each warp.
__device__ void warp_rows(float *in, float *out, int n) {
  int row = index() / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = lane; k < 70; k += 32)
    sum += in[70 + row * 70 + k] * in[k];
#pragma unroll
  for (int k = 16; k; k >>= 1)
    sum += __shfl_down_sync(~0u, sum, k);
  if (lane == 0)
    out[row] = sum * sum;
}

__device__ void cholesky(double *in, double *out, int n) {
  double a[4][4];
  int i = index();
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c <= r; ++c)
      a[r][c] = in[i * 10 + r * (r + 1) / 2 + c] + (r == c ? 4 : 0);
  for (int c = 0; c < 4; ++c) {
    for (int k = 0; k < c; ++k)
      for (int r = c; r < 4; ++r)
        a[r][c] -= a[r][k] * a[c][k];
    double root = sqrt(a[c][c]);
    for (int r = c; r < 4; ++r)
      a[r][c] /= root;
  }
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c <= r; ++c)
      out[i * 10 + r * (r + 1) / 2 + c] = a[r][c];
}

struct Quaternion { double w, x, y, z; };
__device__ Quaternion operator*(Quaternion a, Quaternion b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
__device__ void rotations(double *in, double *out, int n) {
  int i = index();
  Quaternion q = {in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]};
  double size = rsqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q = {q.w * size, q.x * size, q.y * size, q.z * size};
  Quaternion p = q * Quaternion{0, in[n - 3], in[n - 2], in[n - 1]} * Quaternion{q.w, -q.x, -q.y, -q.z};
  out[3 * i] = p.x, out[3 * i + 1] = p.y, out[3 * i + 2] = p.z;
}

__device__ void kalman(double *in, double *out, int n) {
  int i = index();
  double x = in[0], v = in[1], p00 = 1, p01 = 0, p11 = 1;
  for (int k = 0; k < 6; ++k) {
    x += 0.1 * v, p00 += 0.2 * p01 + 0.01 * p11 + in[2], p01 += 0.1 * p11, p11 += in[2];
    double s = p00 + in[3], g0 = p00 / s, g1 = p01 / s, y = in[4 + i * 6 + k] - x;
    x += g0 * y, v += g1 * y;
    p11 -= g1 * p01, p01 -= g0 * p01, p00 -= g0 * p00;
  }
  out[i] = x + v;
}

// An option by a binomial tree in shared memory.
__device__ void binomial(double *in, double *out, int n) {
  __shared__ double values[33];
  int t = threadIdx.x;
  double up = exp(in[3 * blockIdx.x] * 0.1), down = 1 / up, rate = in[3 * blockIdx.x + 1] * 0.01, strike = in[3 * blockIdx.x + 2];
  double p = (exp(rate) - down) / (up - down);
  values[t] = fmax(pow(up, 2.0 * t - 31) - strike, 0.0);
  __syncthreads();
  for (int step = 31; step > 0; --step) {
    double next = t < step ? exp(-rate) * (p * values[t + 1] + (1 - p) * values[t]) : 0;
    __syncthreads();
    if (t < step)
      values[t] = next;
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = values[0];
}

__device__ void logistic(double *in, double *out, int n) {
  int i = index(), count = (n - 5) / 5;
  if (i >= count)
    return;
  double z = in[n - 1];
  for (int k = 0; k < 4; ++k)
    z += in[i * 5 + k] * in[n - 5 + k];
  double y = 1 / (1 + exp(-z)), label = in[i * 5 + 4];
  atomicAdd(out, -label * log(y) - (1 - label) * log(1 - y));
}

// Sorts in shared memory by the smaller and the larger of two.
__device__ void bitonic(float *in, float *out, int n) {
  __shared__ float t[32];
  int i = threadIdx.x;
  t[i] = in[blockIdx.x * 32 + i];
  __syncthreads();
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step; step /= 2) {
      int other = i ^ step;
      float a = t[i], b = t[other];
      bool low = ((i & size) == 0) == (i < other);
      __syncthreads();
      t[i] = low ? fminf(a, b) : fmaxf(a, b);
      __syncthreads();
    }
  out[blockIdx.x * 32 + i] = t[i] * (i + 1);
}

__device__ void recurrent(float *in, float *out, int n) {
  __shared__ float h[16];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  for (int step = 0; step < 5; ++step) {
    float sum = in[16 * 16 + step * 16 + t];
    for (int k = 0; k < 16; ++k)
      sum += in[t * 16 + k] * h[k];
    __syncthreads();
    h[t] = tanhf(sum);
    __syncthreads();
  }
  out[t] = h[t];
}

// Two buffers in shared memory that change places.
__device__ void two_buffers(double *in, double *out, int n) {
  __shared__ double buffer[2][34];
  int t = threadIdx.x, now = 0;
  buffer[0][t + 1] = in[t];
  if (t < 2)
    buffer[t][0] = buffer[t][33] = 0;
  __syncthreads();
  for (int step = 0; step < 5 + n % 3; ++step) {
    double *from = buffer[now], *to = buffer[1 - now];
    to[t + 1] = from[t + 1] + 0.2 * from[t + 1] * (from[t] - 2 * from[t + 1] + from[t + 2]);
    now = 1 - now;
    __syncthreads();
  }
  out[t] = buffer[now][t + 1];
}

__device__ void vectors_of_four(float *in, float *out, int n) {
  int i = index();
  float4 a = reinterpret_cast<float4 *>(in)[i], b = reinterpret_cast<float4 *>(in)[(i + 1) % (n / 4)];
  reinterpret_cast<float4 *>(out)[i] = make_float4(a.x * b.y, a.y * b.z + a.w, a.z * a.z, a.w * b.x);
}

// A flow on a lattice with five velocities.
__device__ void five_velocities(double *in, double *out, int n) {
  const int m = 8, ex[5] = {0, 1, -1, 0, 0}, ey[5] = {0, 0, 0, 1, -1};
  int i = index(), x = i % m, y = i / m;
  double f[5], rho = 0;
  for (int k = 0; k < 5; ++k) {
    f[k] = in[k * m * m + (y - ey[k] + m) % m * m + (x - ex[k] + m) % m];
    rho += f[k];
  }
  double ux = (f[1] - f[2]) / rho, uy = (f[3] - f[4]) / rho;
  for (int k = 0; k < 5; ++k)
    out[k * m * m + i] = f[k] + 0.7 * ((k ? 1.0 / 6 : 1.0 / 3) * rho * (1 + 3 * (ex[k] * ux + ey[k] * uy)) - f[k]);
}

// Scores of queries with keys as they come, without keeping them.
__device__ void online_attention(double *in, double *out, int n) {
  __shared__ double keys[8][4], values[8][4];
  int t = threadIdx.x;
  double q[4], sum[4] = {}, most = -1e30, total = 0;
  for (int d = 0; d < 4; ++d)
    q[d] = in[t * 4 + d];
  for (int tile = 0; tile < 3; ++tile) {
    __syncthreads();
    for (int d = 0; d < 4; ++d) {
      keys[t][d] = in[32 + (tile * 8 + t) * 4 + d];
      values[t][d] = in[32 + 96 + (tile * 8 + t) * 4 + d];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j) {
      double s = 0;
      for (int d = 0; d < 4; ++d)
        s += q[d] * keys[j][d];
      double next = fmax(most, s), scale = exp(most - next), p = exp(s - next);
      total = total * scale + p;
      for (int d = 0; d < 4; ++d)
        sum[d] = sum[d] * scale + p * values[j][d];
      most = next;
    }
  }
  for (int d = 0; d < 4; ++d)
    out[t * 4 + d] = sum[d] / total;
}

#define SUITE(T, NAME) KERNELS(T, NAME)
SUITE(float, dot_product) SUITE(double, up_and_down_scan) SUITE(float, soft_histogram) SUITE(double, seven_points)
SUITE(float, transpose) SUITE(double, coordinates) SUITE(float, ellpack) SUITE(float, depthwise) SUITE(double, max_pool)
SUITE(double, batch_norm) SUITE(double, cross_entropy) SUITE(float, activations) SUITE(float, root_mean_square)
SUITE(double, lennard_jones) SUITE(double, springs) SUITE(double, volume) SUITE(float, fields) SUITE(double, thomas)
SUITE(double, samples) SUITE(float, warp_rows) SUITE(double, cholesky) SUITE(double, rotations) SUITE(double, kalman)
SUITE(double, binomial) SUITE(double, logistic) SUITE(float, bitonic) SUITE(float, recurrent) SUITE(double, two_buffers)
SUITE(float, vectors_of_four) SUITE(double, five_velocities) SUITE(double, online_attention)

int main() {
  CHECK(float, dot_product, numbers<float>(500, -1, 1), 1, 2, 64, 0);
  CHECK(double, up_and_down_scan, numbers<double>(192, 0.5, 1), 192, 3, 32, 0);
  CHECK(float, soft_histogram, numbers<float>(128, 0.01, 0.99), 8, 2, 64, 0);
  Case<double> cube{"seven_points", numbers<double>(512, 0.5, 1.5), 512, 8, 64, 0, seven_points_value, seven_points_tangent, seven_points_gradient};
  cube.shape = dim3(8, 8);
  check(cube);
  Case<float> square{"transpose", numbers<float>(1024, 0.5, 1.5), 1024, 16, 64, 0, transpose_value, transpose_tangent, transpose_gradient};
  square.shape = dim3(8, 8);
  check(square);
  CHECK(double, coordinates, numbers<double>(40 + 100, -1, 1), 40, 2, 64, 0);
  CHECK(float, ellpack, numbers<float>(240, -1, 1), 40, 2, 32, 0);
  CHECK(float, depthwise, numbers<float>(436, -1, 1), 256, 4, 64, 0);
  CHECK(double, max_pool, numbers<double>(256, 0, 1), 64, 2, 32, 0);
  CHECK(double, batch_norm, numbers<double>(4 * 32 + 8, -1, 1), 128, 4, 32, 0);
  CHECK(double, cross_entropy, numbers<double>(400, -1, 1), 40, 2, 32, 0);
  CHECK(float, activations, numbers<float>(128, -1, 1), 128, 2, 64, 0);
  CHECK(float, root_mean_square, numbers<float>(5 * 64, 0.5, 1.5), 256, 4, 32, 0);
  CHECK(double, lennard_jones, numbers<double>(3 * 64, 0, 4), 64, 2, 32, 0);
  CHECK(double, springs, numbers<double>(2 * 60 + 1, 0, 1), 120, 2, 32, 0);
  CHECK(double, volume, numbers<double>(6 * 6 * 6 + 1, 0.1, 0.5), 64, 2, 32, 0);
  CHECK(float, fields, numbers<float>(192, 0.5, 1), 128, 1, 64, 0);
  CHECK(double, thomas, numbers<double>(512, 0.5, 1), 512, 2, 32, 0);
  CHECK(double, samples, numbers<double>(144 + 2 * 64, 0.01, 0.99), 64, 2, 32, 0);
  CHECK(float, warp_rows, numbers<float>(70 + 70 * 4, -1, 1), 4, 2, 64, 0);
  CHECK(double, cholesky, numbers<double>(640, -1, 1), 640, 2, 32, 0);
  CHECK(double, rotations, numbers<double>(4 * 64 + 3, 0.5, 1), 192, 2, 32, 0);
  CHECK(double, kalman, numbers<double>(4 + 6 * 64, 0.5, 1), 64, 2, 32, 0);
  CHECK(double, binomial, numbers<double>(12, 0.9, 1.1), 4, 4, 32, 0);
  CHECK(double, logistic, numbers<double>(5 * 50 + 5, 0.1, 0.9), 1, 2, 32, 0);
  CHECK(float, bitonic, numbers<float>(64, 0, 10), 64, 2, 32, 0);
  CHECK(float, recurrent, numbers<float>(16 * 16 + 80, -0.5, 0.5), 16, 1, 16, 0);
  CHECK(double, two_buffers, numbers<double>(32, 0.5, 1), 32, 1, 32, 0);
  CHECK(float, vectors_of_four, numbers<float>(256, 0.5, 1), 256, 2, 32, 0);
  CHECK(double, five_velocities, numbers<double>(320, 0.5, 1), 320, 2, 32, 0);
  CHECK(double, online_attention, numbers<double>(32 + 192, -1, 1), 32, 1, 8, 0);
  return finish();
}
