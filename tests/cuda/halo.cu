// A tile and its neighbours in shared memory, at places that are constants of the compiler.
#include "check.h"

const int WIDTH = 32, HEIGHT = 8;

__global__ void around(const float *from, float *to, int n) {
  __shared__ float tile[HEIGHT + 2][WIDTH + 2];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * WIDTH + tx, y = blockIdx.y * HEIGHT + ty, at = y * n + x;
  float own = from[at];
  tile[ty + 1][tx + 1] = own;
  if (ty == 0)
    tile[0][tx + 1] = y > 0 ? from[at - n] : own;
  if (ty == HEIGHT - 1)
    tile[HEIGHT + 1][tx + 1] = y < n - 1 ? from[at + n] : own;
  if (tx == 0)
    tile[ty + 1][0] = x > 0 ? from[at - 1] : own;
  if (tx == WIDTH - 1)
    tile[ty + 1][WIDTH + 1] = x < n - 1 ? from[at + 1] : own;
  __syncthreads();
  to[at] = tile[ty][tx + 1] + 10 * tile[ty + 2][tx + 1] + 100 * tile[ty + 1][tx] + 1000 * tile[ty + 1][tx + 2];
}

int main() {
  const int n = 64;
  std::vector<float> from(n * n), expected(n * n);
  for (float &value : from)
    value = (int)(10 * number());
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      int at = y * n + x;
      float own = from[at], north = y ? from[at - n] : own, south = y < n - 1 ? from[at + n] : own;
      expected[at] = north + 10 * south + 100 * (x ? from[at - 1] : own) + 1000 * (x < n - 1 ? from[at + 1] : own);
    }
  float *a = to_device(from), *b = to_device(expected);
  CALL(cudaMemset(b, 0, n * n * sizeof(float)));
  around<<<dim3(n / WIDTH, n / HEIGHT), dim3(WIDTH, HEIGHT)>>>(a, b, n);
  compare("around", to_host(b, n * n), expected);
  return 0;
}
