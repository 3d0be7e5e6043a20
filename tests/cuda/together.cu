// Threads that are together for a while: counters that all have alike, loops that some leave earlier, threads that have ended.
#include "check.h"

// Nested loops with barriers, steps that depend on the launch, and values that live across all of them.
__global__ void nested(const int *in, int *out, int rounds, int stride) {
  extern __shared__ int own[];
  int t = threadIdx.x, size = blockDim.x, sum = in[blockIdx.x * size + t], turn = 1;
  for (int k = 0; k < rounds; k++, turn += stride) {
    for (int d = 1; d < size; d *= 2) {
      own[t] = sum;
      __syncthreads();
      int other = own[(t + d) % size];
      __syncthreads();
      sum += turn * other + d;
    }
    if (turn > 6)
      break;
    if (k % 2) {
      own[t] = sum;
      __syncthreads();
      sum -= own[size - 1 - t];
      __syncthreads();
    }
  }
  out[blockIdx.x * size + t] = sum + turn;
}

void nested_serially(const int *in, int *out, int size, int rounds, int stride) {
  std::vector<int> sum(in, in + size), old;
  int turn = 1;
  for (int k = 0; k < rounds; k++, turn += stride) {
    for (int d = 1; d < size; d *= 2) {
      old = sum;
      for (int t = 0; t < size; t++)
        sum[t] += turn * old[(t + d) % size] + d;
    }
    if (turn > 6)
      break;
    if (k % 2) {
      old = sum;
      for (int t = 0; t < size; t++)
        sum[t] -= old[size - 1 - t];
    }
  }
  for (int t = 0; t < size; t++)
    out[t] = sum[t] + turn;
}

// A loop that all threads go through alike, of threads of which some have ended at once.
__global__ void columns(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < 1 || x >= width - 1)
    return;
  float before = 0;
  for (int y = 0; y < height; y++) {
    float now = in[y * width + x - 1] + in[y * width + x + 1];
    out[y * width + x] = now - before;
    before = now;
  }
}

// A loop that some threads leave one step earlier, then a barrier for all.
__global__ void strided(const float *in, float *out, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  part[t] = sum;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// Votes and shuffles of threads of which some have ended.
__global__ void living(const int *in, int *out, int n) {
  __shared__ int counts[2];
  int t = threadIdx.x;
  if (t >= n)
    return;
  unsigned mask = __ballot_sync(0xffffffffu, in[t] % 2);
  int all = __syncthreads_count(in[t] % 3 == 0), other = __shfl_xor_sync(0xffffffffu, in[t], 1);
  if (t % 32 == 0)
    counts[t / 32] = __popc(mask);
  __syncthreads();
  out[t] = all * 100000 + other * 100 + counts[t / 32];
}

int main() {
  const int size = 64, blocks = 3, n = size * blocks;
  std::vector<int> in(n), expected(n);
  for (int &value : in)
    value = (int)(50 * number());
  int *from = to_device(in), *to = to_device(in);
  for (int stride = 0; stride < 3; stride++) {
    for (int b = 0; b < blocks; b++)
      nested_serially(&in[b * size], &expected[b * size], size, 5, stride);
    nested<<<blocks, size, size * sizeof(int)>>>(from, to, 5, stride);
    compare("nested", to_host(to, n), expected);
  }

  const int width = 150, height = 9;
  std::vector<float> field(width * height), result(width * height);
  for (float &value : field)
    value = (float)number();
  float *a = to_device(field), *b = to_device(result);
  for (int x = 1; x < width - 1; x++)
    for (int y = 0; y < height; y++) {
      auto sum = [&](int y) { return field[y * width + x - 1] + field[y * width + x + 1]; };
      result[y * width + x] = sum(y) - (y ? sum(y - 1) : 0);
    }
  columns<<<3, 64>>>(a, b, width, height);
  compare("columns", to_host(b, width * height), result, 1e-6);

  for (int count : {1000, 1024, 1100, 5, 0}) {
    std::vector<float> sums(4);
    strided<<<4, 64>>>(a, b, count);
    for (int i = 0; i < count; i++)
      sums[i / 64 % 4] += field[i];
    compare("strided", to_host(b, 4), sums, 1e-5);
  }

  for (int count : {64, 50, 32, 20}) {
    int all = 0, odd[2] = {};
    for (int t = 0; t < count; t++)
      all += in[t] % 3 == 0, odd[t / 32] += in[t] % 2;
    living<<<1, 64>>>(from, to, count);
    std::vector<int> found = to_host(to, count), wanted(count);
    for (int t = 0; t < count; t++)
      wanted[t] = all * 100000 + in[t ^ 1] * 100 + odd[t / 32];
    compare("living", found, wanted);
  }
  return 0;
}
