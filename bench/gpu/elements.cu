// Elements of a mesh of hexahedra: volumes and work from the places of corners, which neighbours share.
#include "bench.h"
__device__ void elements(double *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, m = n + 1;
  if (i >= n * n * n)
    return;
  int x = i % n, y = i / n % n, z = i / (n * n), nodes = m * m * m;
  double px[8], py[8], pz[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int node = (x + (k & 1)) + m * ((y + (k >> 1 & 1)) + m * (z + (k >> 2)));
    px[k] = in[node], py[k] = in[nodes + node], pz[k] = in[2 * nodes + node];
  }
  double volume = 0, work = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int a = k ^ 1, b = k ^ 2, c = k ^ 4;
    double ax = px[a] - px[k], ay = py[a] - py[k], az = pz[a] - pz[k];
    double bx = px[b] - px[k], by = py[b] - py[k], bz = pz[b] - pz[k];
    double cx = px[c] - px[k], cy = py[c] - py[k], cz = pz[c] - pz[k];
    double v = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
    volume += (__popc(k) & 1 ? -v : v);
    work += sqrt(0.01 + ax * ax + by * by + cz * cz);
  }
  double pressure = cbrt(0.5 + volume * volume);
  out[i] = pressure * work + volume;
}
BENCHMARK(double, elements, (n * n * n + 127) / 128, 128, (3ul * (n + 1) * (n + 1) * (n + 1), 0.5, 1.5), (size_t)n *n *n, smaller > 1 ? 16 : 128, 6, 1e-4, 1e-5)
