// A stencil in three dimensions: each thread goes up a column of points.
#include "driver.h"

const int X = 128, Y = 128, Z = 96, STEPS = 4;
double *initial, *field[2];

#ifdef __CUDA__
__global__ void step(const double *in, double *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  int plane = nx * ny, at = plane + y * nx + x;
  double below = in[at - plane], own = in[at];
  for (int z = 1; z < nz - 1; z++, at += plane) {
    double above = in[at + plane];
    out[at] = own + 0.1 * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above - 6 * own);
    below = own;
    own = above;
  }
}

void compute() {
  for (int k = 0; k < STEPS; k++)
    step<<<dim3(X / 32, Y / 8), dim3(32, 8)>>>(field[k % 2], field[1 - k % 2], X, Y, Z);
}
#else
void compute() {
  const int plane = X * Y;
  for (int k = 0; k < STEPS; k++) {
    const double *in = field[k % 2];
    double *out = field[1 - k % 2];
#pragma omp parallel for
    for (int z = 1; z < Z - 1; z++)
      for (int y = 1; y < Y - 1; y++)
        for (int x = 1; x < X - 1; x++) {
          int at = (z * Y + y) * X + x;
          out[at] = in[at] + 0.1 * (in[at - 1] + in[at + 1] + in[at - X] + in[at + X] + in[at - plane] + in[at + plane] - 6 * in[at]);
        }
  }
}
#endif

void setup() {
  initial = numbers<double>(X * Y * Z);
  field[0] = array<double>(X * Y * Z);
  field[1] = array<double>(X * Y * Z);
}
void reset() {
  for (double *values : field)
    memcpy(values, initial, sizeof(double) * X * Y * Z);
}
double result() { return checksum(field[0], X * Y * Z); }
