// Paths of a price: an option on its mean, by Monte Carlo. Rate, volatility and strike are shared.
#include "bench.h"
__device__ void paths(float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float price = in[0], rate = in[1], volatility = in[2], mean = 0;
  unsigned state = i * 747796405u + 2891336453u;
  for (int k = 0; k < n; ++k) {
    state = state * 1664525u + 1013904223u;
    float u = ((state >> 9) + 0.5f) * (1.0f / 8388608.0f);
    state = state * 1664525u + 1013904223u;
    float v = (state >> 8) * (6.2831853f / 16777216.0f);
    float normal = sqrtf(-2 * __logf(u)) * __cosf(v);
    price *= __expf((rate - 0.5f * volatility * volatility) * 0.01f + volatility * 0.1f * normal);
    mean += price;
  }
  out[i] = fmaxf(mean / n - in[3], 0.0f);
}
BENCHMARK(float, paths, 16384 / smaller, 256, (4, 0.3f, 0.6f), 16384 / smaller * 256, 64, 3, 1e-3, 2e-2)
