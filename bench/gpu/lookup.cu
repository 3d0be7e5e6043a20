// Cross sections of materials: a search in a grid of energies, interpolation, and sums over nuclides.
#include "bench.h"
#define GRID 1024
#define NUCLIDES 16
__device__ void lookup(double *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // Energies of particles, then the sections of nuclides at the points of a grid, then how dense nuclides are.
  double energy = in[i];
  const double *sections = in + n, *density = sections + NUCLIDES * GRID * 2;
  double place = energy * (GRID - 1);
  int low = 0, high = GRID - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (middle <= place)
      low = middle;
    else
      high = middle;
  }
  double f = place - low, sum = 0, absorbed = 0;
  int count = 4 + i % (NUCLIDES - 4);
  for (int k = 0; k < count; ++k) {
    const double *s = sections + (k * GRID + low) * 2;
    sum += density[k] * (s[0] * (1 - f) + s[2] * f);
    absorbed += density[k] * (s[1] * (1 - f) + s[3] * f);
  }
  out[i] = sum + absorbed * absorbed;
}
BENCHMARK(double, lookup, (n + 255) / 256, 256, (n + NUCLIDES * GRID * 2 + NUCLIDES, 0.1, 0.9), n, (1 << 24) / smaller, 4, 1e-7, 1e-4)
