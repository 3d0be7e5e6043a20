// Through launches: a stencil of 1,000 steps on N x N numbers, and a training step of three kernels. Times of the function and of its gradient, memory of the device that
// the gradient takes, and the gradient against differences in a direction.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

template <class... T> double __enzyme_autodiff(void *, T...);
extern int enzyme_dup;
extern int enzyme_const;

__global__ void heat(const double *from, double *to, double rate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1)
    return;
  double here = from[j * n + i];
  to[j * n + i] = here + rate * (from[j * n + i - 1] + from[j * n + i + 1] + from[(j - 1) * n + i] + from[(j + 1) * n + i] - 4 * here) +
                  0.01 * here * (1 - here);
}

static int steps = 1000;

// `start` and its shadow are memory of the host.
double simulate(const double *start, int n) {
  double *now, *next;
  size_t bytes = (size_t)n * n * sizeof(double);
  cudaMalloc(&now, bytes);
  cudaMalloc(&next, bytes);
  cudaMemcpy(now, start, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(next, start, bytes, cudaMemcpyHostToDevice);
  dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  for (int k = 0; k < steps; k++) {
    heat<<<grid, block>>>(now, next, 0.2, n);
    double *other = now;
    now = next, next = other;
  }
  double *end = (double *)malloc(bytes), sum = 0;
  cudaMemcpy(end, now, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n * n; i++)
    sum += end[i] * (i % 7);
  free(end);
  cudaFree(now);
  cudaFree(next);
  return sum;
}

__global__ void forward(const float *w, const float *x, float *h, int rows, int columns, int batch) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, example = blockIdx.y;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < columns; k++)
    sum += w[k * rows + row] * x[example * columns + k];
  h[example * rows + row] = tanhf(sum);
}
__global__ void output(const float *v, const float *h, float *y, int rows) {
  __shared__ float part[128];
  float sum = 0;
  for (int k = threadIdx.x; k < rows; k += 128)
    sum += v[k] * h[blockIdx.x * rows + k];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    y[blockIdx.x] = part[0];
}
__global__ void errors(const float *y, const float *wanted, float *sum, int batch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batch)
    atomicAdd(sum, (y[i] - wanted[i]) * (y[i] - wanted[i]) / batch);
}

// Weights, examples and results are memory of the device already, as in training.
double step(const float *w, const float *v, const float *x, const float *wanted, int rows, int columns, int batch) {
  float *h, *y, *sum, answer;
  cudaMalloc(&h, (size_t)rows * batch * sizeof(float));
  cudaMalloc(&y, batch * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  forward<<<dim3((rows + 127) / 128, batch), 128>>>(w, x, h, rows, columns, batch);
  output<<<batch, 128>>>(v, h, y, rows);
  errors<<<(batch + 127) / 128, 128>>>(y, wanted, sum, batch);
  cudaMemcpy(&answer, sum, sizeof answer, cudaMemcpyDeviceToHost);
  cudaFree(h);
  cudaFree(y);
  cudaFree(sum);
  return answer;
}

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

static size_t used() {
  size_t left, all;
  cudaDeviceSynchronize();
  cudaMemGetInfo(&left, &all);
  return all - left;
}

static void simulation(int n) {
  std::vector<double> x((size_t)n * n), gradient(x.size()), direction(x.size()), above(x), below(x);
  for (size_t i = 0; i < x.size(); i++)
    x[i] = 0.5 + 0.4 * sin(0.01 * i), direction[i] = cos(0.003 * i);
  simulate(x.data(), n);
  double t0 = now();
  simulate(x.data(), n);
  double primal = now() - t0, best = 1e9;
  size_t before = used();
  for (int k = 0; k < 2; k++) {
    std::fill(gradient.begin(), gradient.end(), 0);
    t0 = now();
    __enzyme_autodiff((void *)simulate, enzyme_dup, x.data(), gradient.data(), enzyme_const, n);
    best = fmin(best, now() - t0);
  }
  size_t after = used();
  double reverse = 0;
  for (size_t i = 0; i < x.size(); i++) {
    reverse += gradient[i] * direction[i];
    above[i] = x[i] + 1e-3 * direction[i], below[i] = x[i] - 1e-3 * direction[i];
  }
  double difference = (simulate(above.data(), n) - simulate(below.data(), n)) / 2e-3;
  printf("simulation %d x %d, %d steps, ZYMASE_DEVICE_MEMORY=%s: %.3f s, gradient %.3f s (%.1f), kept %.1f MiB (one state %.1f), reverse %.9g difference %.9g %s\n", n, n, steps,
         getenv("ZYMASE_DEVICE_MEMORY") ? getenv("ZYMASE_DEVICE_MEMORY") : "", primal, best, best / primal, (after - before) / 1048576.0, n * n / 131072.0, reverse, difference,
         fabs(reverse - difference) <= 1e-5 * fabs(reverse) ? "agree" : "DISAGREE");
  fflush(stdout);
}

template <class T> T *device(const std::vector<T> &host) {
  T *memory;
  cudaMalloc(&memory, host.size() * sizeof(T));
  cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

static void training(int rows, int columns, int batch) {
  std::vector<float> w((size_t)rows * columns), v(rows), x((size_t)columns * batch), wanted(batch), zero(w.size()), zeros(rows), other(x.size());
  for (size_t i = 0; i < w.size(); i++)
    w[i] = 0.05 * sin(0.7 * i);
  for (int i = 0; i < rows; i++)
    v[i] = 0.1 * cos(0.3 * i);
  for (size_t i = 0; i < x.size(); i++)
    x[i] = sin(0.11 * i);
  for (int i = 0; i < batch; i++)
    wanted[i] = cos(0.5 * i);
  float *d_w = device(w), *d_v = device(v), *d_x = device(x), *d_wanted = device(wanted), *g_w = device(zero), *g_v = device(zeros);
  double best = 1e9, primal = 1e9;
  for (int k = 0; k < 5; k++) {
    double t0 = now();
    step(d_w, d_v, d_x, d_wanted, rows, columns, batch);
    cudaDeviceSynchronize();
    primal = fmin(primal, now() - t0);
  }
  for (int k = 0; k < 5; k++) {
    cudaMemset(g_w, 0, w.size() * sizeof(float));
    cudaMemset(g_v, 0, v.size() * sizeof(float));
    cudaDeviceSynchronize();
    double t0 = now();
    __enzyme_autodiff((void *)step, enzyme_dup, d_w, g_w, enzyme_dup, d_v, g_v, enzyme_const, d_x, enzyme_const, d_wanted, enzyme_const, rows, enzyme_const, columns,
                      enzyme_const, batch);
    cudaDeviceSynchronize();
    best = fmin(best, now() - t0);
  }
  std::vector<float> gradient(w.size()), above(w), below(w);
  cudaMemcpy(gradient.data(), g_w, w.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double reverse = 0;
  for (size_t i = 0; i < w.size(); i++) {
    // Uphill everywhere, so that the difference is larger than the rounding of float.
    float d = gradient[i] < 0 ? -1 : 1;
    reverse += gradient[i] * d;
    above[i] = w[i] + 1e-3f * d, below[i] = w[i] - 1e-3f * d;
  }
  float *d_above = device(above), *d_below = device(below);
  double difference = (step(d_above, d_v, d_x, d_wanted, rows, columns, batch) - step(d_below, d_v, d_x, d_wanted, rows, columns, batch)) / 2e-3;
  printf("training %d x %d, %d examples: %.3f ms, gradient %.3f ms (%.1f), reverse %.6g difference %.6g %s\n", rows, columns, batch, primal * 1e3, best * 1e3, best / primal, reverse,
         difference, fabs(reverse - difference) <= 2e-2 * (fabs(reverse) + 1e-3) ? "agree" : "DISAGREE");
  fflush(stdout);
}

int main(int count, char **words) {
  bool is_small = count > 1;
  if (is_small)
    steps = 40;
  training(is_small ? 48 : 1024, is_small ? 16 : 512, is_small ? 12 : 512);
  int n = is_small ? 64 : 1024;
  // Room for 60 states first: what one derivative took is kept for the next.
  char room[32];
  snprintf(room, sizeof room, "%ld", 60L * n * n * 8);
  setenv("ZYMASE_DEVICE_MEMORY", room, 1);
  simulation(n);
  unsetenv("ZYMASE_DEVICE_MEMORY");
  simulation(n);
  if (!is_small)
    simulation(2048);
  return 0;
}
