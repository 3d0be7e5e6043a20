// A matrix is transposed by tiles, without conflicts of banks.
#include "check.h"

const int TILE = 32, ROWS = 8;

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  int width = 100, height = 70;
  std::vector<float> in(width * height), expected(width * height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      expected[x * height + y] = in[y * width + x] = number();
  float *a = to_device(in), *b;
  CALL(cudaMalloc(&b, in.size() * sizeof(float)));
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(TILE, ROWS)>>>(b, a, width, height);
  compare("transposed", to_host(b, in.size()), expected);
  return 0;
}
