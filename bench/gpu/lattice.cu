// One step of a lattice Boltzmann method in two dimensions with nine velocities.
#include "bench.h"
__device__ void lattice(float *in, float *out, int n) {
  const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % n, y = i / n, size = n * n;
  if (i >= size)
    return;
  float f[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int from = (x - ex[k] + n) % n + (y - ey[k] + n) % n * n;
    f[k] = in[k * size + from];
    rho += f[k], ux += ex[k] * f[k], uy += ey[k] * f[k];
  }
  ux /= rho, uy /= rho;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float eu = 3 * (ex[k] * ux + ey[k] * uy);
    float balance = w[k] * rho * (1 + eu + 0.5f * eu * eu - square);
    out[k * size + i] = f[k] - 0.6f * (f[k] - balance);
  }
}
BENCHMARK(float, lattice, (n * n + 255) / 256, 256, (9ul * n * n, 0.5f, 1.5f), 9ul * n * n, smaller > 1 ? 64 : 4096, 5, 3e-2, 1e-2)
