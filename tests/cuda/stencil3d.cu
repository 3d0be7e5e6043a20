// A stencil in three dimensions, on a grid and blocks of three dimensions.
#include "check.h"

__global__ void stencil(const double *in, double *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  int at = (z * ny + y) * nx + x;
  out[at] = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny] - 6 * in[at];
}

int main() {
  const int nx = 20, ny = 17, nz = 13;
  std::vector<double> in(nx * ny * nz), expected(nx * ny * nz);
  for (double &one : in)
    one = (int)(number() * 100);
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int at = (z * ny + y) * nx + x;
        expected[at] = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny] - 6 * in[at];
      }
  double *a = to_device(in), *b = to_device(std::vector<double>(in.size()));
  stencil<<<dim3(3, 5, 4), dim3(8, 4, 4)>>>(a, b, nx, ny, nz);
  compare("stencil", to_host(b, in.size()), expected);
  return 0;
}
