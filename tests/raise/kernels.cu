// CUDA kernels, and host functions that launch them.

// raise: saxpy --grid 4 --block 32 --fix n=120 --shape x=120,y=120 ; grad
__global__ void saxpy(int n, double a, const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// raise: three_point --grid 4 --block 32 --fix n=128 --shape u=128,v=128 ; grad
__global__ void three_point(int n, const double *u, double *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) v[i] = u[i - 1] - 2.0 * u[i] + u[i + 1];
}

// raise: heat2d --grid 3,2 --block 16,16 --fix nx=40,ny=30 --shape u=30x40,v=30x40 ; grad
__global__ void heat2d(int nx, int ny, double c, const double *__restrict__ u, double *__restrict__ v) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int at = y * nx + x;
  v[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4.0 * u[at]);
}

// raise: grid_stride --grid 3 --block 32 --fix n=500 --shape x=500,y=500 ; grad
__global__ void grid_stride(int n, const double *x, double *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = sin(x[i]) * x[i];
}

// raise: block_sum --grid 4 --block 64 --fix n=250 --shape x=250,y=4 ; grad
__global__ void block_sum(int n, const double *x, double *y) {
  __shared__ double s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? x[i] * x[i] : 0.0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = s[0];
}

// raise: dot_atomic --grid 4 --block 32 --fix n=110 --shape x=110,y=110,r=1 ; grad
__global__ void dot_atomic(int n, const double *x, const double *y, double *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(r, x[i] * y[i]);
}

// raise: histogram --grid 4 --block 32 --fix n=128 --shape at=128,h=16 ; ints 16
__global__ void histogram(int n, const int *at, int *h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[at[i]], 1);
}

// raise: shared_histogram --grid 4 --block 32 --fix n=128 --shape at=128,h=16 ; ints 16
__global__ void shared_histogram(int n, const int *at, int *h) {
  __shared__ int own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&own[at[i]], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&h[threadIdx.x], own[threadIdx.x]);
}

// raise: tiled_product --grid 4,3 --block 8,8 --fix m=24,n=32,k=16 --shape a=24x16,b=16x32,c=24x32 ; grad
#define TILE 8
__global__ void tiled_product(int m, int n, int k, const double *a, const double *b, double *c) {
  __shared__ double as[TILE][TILE], bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  double sum = 0;
  for (int t = 0; t < k; t += TILE) {
    as[threadIdx.y][threadIdx.x] = a[row * k + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int q = 0; q < TILE; q++) sum += as[threadIdx.y][q] * bs[q][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// raise: product --grid 4,3 --block 8,8 --fix m=24,n=32,k=16 --shape a=24x16,b=16x32,c=24x32 ; grad
__global__ void product(int m, int n, int k, const double *a, const double *b, double *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    double sum = 0;
    for (int q = 0; q < k; q++) sum += a[row * k + q] * b[q * n + column];
    c[row * n + column] = sum;
  }
}

// raise: transpose --grid 4,3 --block 8,8 --fix nx=32,ny=24 --shape x=24x32,y=32x24 ; grad
__global__ void transpose(int nx, int ny, const double *x, double *y) {
  __shared__ double tile[8][9];
  int i = blockIdx.x * 8 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
  if (i < nx && j < ny) tile[threadIdx.y][threadIdx.x] = x[j * nx + i];
  __syncthreads();
  i = blockIdx.y * 8 + threadIdx.x;
  j = blockIdx.x * 8 + threadIdx.y;
  if (i < ny && j < nx) y[j * ny + i] = tile[threadIdx.x][threadIdx.y];
}

// raise: warp_sum --grid 2 --block 64 --shape x=128,y=4
__global__ void warp_sum(const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = x[i] * x[i];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffffu, v, k);
  if ((threadIdx.x & 31) == 0) y[i / 32] = v;
}

// raise: warp_sum_single --grid 2 --block 64 --shape x=128,y=1 ; grad
__global__ void warp_sum_single(const float *x, float *y) {
  __shared__ float parts[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 16; k > 0; k >>= 1) v += __shfl_xor_sync(0xffffffffu, v, k);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(y, parts[0] + parts[1]);
}

__device__ double activation(double x) { return x > 0 ? x : 0.01 * x; }

// raise: layer --grid 2 --block 16 --fix n=30,m=20 --shape w=30x20,x=20,b=30,y=30 ; grad
__global__ void layer(int n, int m, const double *w, const double *x, const double *b, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = b[i];
  for (int j = 0; j < m; j++) s += w[i * m + j] * x[j];
  y[i] = activation(s);
}

// raise: softmax_rows --grid 6 --block 32 --fix n=40 --shape x=6x40,y=6x40 ; grad
__global__ void softmax_rows(int n, const double *x, double *y) {
  __shared__ double s[32];
  const double *row = x + blockIdx.x * n;
  double most = -1e300;
  for (int i = threadIdx.x; i < n; i += blockDim.x) most = fmax(most, row[i]);
  s[threadIdx.x] = most;
  __syncthreads();
  for (int k = 16; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = fmax(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  most = s[0];
  __syncthreads();
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += exp(row[i] - most);
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 16; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[blockIdx.x * n + i] = exp(row[i] - most) / s[0];
}

// raise: inclusive_scan --grid 2 --block 32 --shape x=64,y=64 ; grad
__global__ void inclusive_scan(const double *x, double *y) {
  __shared__ double a[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  a[t] = x[i];
  __syncthreads();
  for (int k = 1; k < 32; k *= 2) {
    double v = t >= k ? a[t - k] : 0.0;
    __syncthreads();
    a[t] += v;
    __syncthreads();
  }
  y[i] = a[t];
}

// raise: stencil_tile --grid 4 --block 32 --fix n=120 --shape x=120,y=120 ; grad
__global__ void stencil_tile(int n, const double *x, double *y) {
  __shared__ double s[34];
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 1;
  s[l] = g < n ? x[g] : 0.0;
  if (threadIdx.x == 0) s[0] = g > 0 ? x[g - 1] : 0.0;
  if (threadIdx.x == blockDim.x - 1) s[l + 1] = g + 1 < n ? x[g + 1] : 0.0;
  __syncthreads();
  if (g < n) y[g] = 0.25 * s[l - 1] + 0.5 * s[l] + 0.25 * s[l + 1];
}

// raise: nbody --grid 2 --block 16 --fix n=32 --shape p=32x3,f=32x3 ; grad
__global__ void nbody(int n, const double *p, double *f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; j++) {
    double dx = p[3 * j] - p[3 * i], dy = p[3 * j + 1] - p[3 * i + 1], dz = p[3 * j + 2] - p[3 * i + 2];
    double r2 = dx * dx + dy * dy + dz * dz + 0.01;
    double w = 1.0 / (r2 * sqrt(r2));
    fx += w * dx;
    fy += w * dy;
    fz += w * dz;
  }
  f[3 * i] = fx;
  f[3 * i + 1] = fy;
  f[3 * i + 2] = fz;
}

// raise: spmv --grid 2 --block 16 --fix rows=20 --shape p=21,c=60,v=60,x=20,y=20 ; ints 20 ; rows p c ; grad
__global__ void spmv(int rows, const int *p, const int *c, const double *v, const double *x, double *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    double s = 0;
    for (int k = p[row]; k < p[row + 1]; k++) s += v[k] * x[c[k]];
    y[row] = s;
  }
}

// raise: black_scholes --grid 2 --block 32 --fix n=60 --shape s=60,k=60,t=60,c=60 ; grad
__device__ double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }
__global__ void black_scholes(int n, double r, double v, const double *s, const double *k, const double *t, double *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double root = v * sqrt(t[i]);
    double d1 = (log(s[i] / k[i]) + (r + 0.5 * v * v) * t[i]) / root;
    c[i] = s[i] * normal(d1) - k[i] * exp(-r * t[i]) * normal(d1 - root);
  }
}

// raise: dynamic_tile --grid 4 --block 32 --shared 256 --shape x=128,y=128 ; grad
__global__ void dynamic_tile(const double *x, double *y) {
  extern __shared__ double s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = s[blockDim.x - 1 - threadIdx.x];
}

// raise: local_array --grid 2 --block 16 --shape x=32x4,y=32 ; grad
__global__ void local_array(const double *x, double *y) {
  __shared__ double s[16];
  double own[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; k++) own[k] = x[i * 4 + k] * (k + 1);
  s[threadIdx.x] = own[0];
  __syncthreads();
  double sum = s[15 - threadIdx.x];
  for (int k = 0; k < 4; k++) sum += own[k] * own[3 - k];
  y[i] = sum;
}

// raise: exit_early --grid 2 --block 32 --fix n=50 --shape x=64,y=64 ; grad
__global__ void exit_early(int n, const double *x, double *y) {
  __shared__ double s[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = 0;
  if (i >= n) return;
  s[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = s[threadIdx.x] + s[0];
}

// raise: volume --grid 2,2,2 --block 4,4,4 --fix n=8 --shape u=8x8x8,v=8x8x8 ; grad
__global__ void volume(int n, const double *u, double *v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1) {
    int i = (z * n + y) * n + x;
    v[i] = u[i] + 0.1 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] + u[i - n * n] + u[i + n * n] - 6 * u[i]);
  }
}

// raise: twice --fix n=128 --shape x=128,y=128,z=128 ; grad
void twice(int n, const double *x, double *y, double *z) {
  three_point<<<(n + 31) / 32, 32>>>(n, x, y);
  three_point<<<(n + 31) / 32, 32>>>(n, y, z);
}

// raise: diffuse --fix n=120,steps=6 --shape u=120 ; grad
void diffuse(int n, int steps, double *u) {
  double *a, *b;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMemcpy(a, u, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(b, u, n * sizeof(double), cudaMemcpyHostToDevice);
  dim3 block(32), grid((n + block.x - 1) / block.x);
  for (int t = 0; t < steps; t++) {
    three_point<<<grid, block>>>(n, a, b);
    saxpy<<<grid, block>>>(n, 0.1, b, a);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(u, a, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}

// raise: norm --fix n=100 --shape x=100 ; grad
double norm(int n, const double *x) {
  double *d, r;
  cudaMalloc(&d, sizeof(double));
  cudaMemset(d, 0, sizeof(double));
  dot_atomic<<<4, 32>>>(n, x, x, d);
  cudaMemcpy(&r, d, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return sqrt(r);
}

__global__ void second_difference(int low, int n, const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= low && i < n - low) y[i] = x[i - 1] - 2.0 * x[i] + x[i + 1];
}

// raise: fourth_difference --fix n=64 --shape x=64,z=64 ; grad ; optimised dense<4.000000e+00> dense<6.000000e+00>
void fourth_difference(int n, const double *x, double *z) {
  double *y;
  cudaMalloc(&y, n * sizeof(double));
  cudaMemset(y, 0, n * sizeof(double));
  second_difference<<<(n + 31) / 32, 32>>>(1, n, x, y);
  second_difference<<<(n + 31) / 32, 32>>>(2, n, y, z);
  cudaFree(y);
}
