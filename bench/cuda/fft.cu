// Many Fourier transforms of 256 numbers, each by a block, in shared memory.
#include "driver.h"

#ifndef __CUDA__
struct float2 {
  float x, y;
};
#endif

const int SIZE = 256, COUNT = 4096;
float2 *in, *out, *roots;

#ifdef __CUDA__
__global__ void transform(const float2 *in, float2 *out, const float2 *roots) {
  __shared__ float2 own[2][SIZE];
  int t = threadIdx.x, from = 0;
  own[0][t] = in[blockIdx.x * SIZE + t];
  own[0][t + SIZE / 2] = in[blockIdx.x * SIZE + t + SIZE / 2];
  __syncthreads();
  for (int size = 1; size < SIZE; size *= 2) {
    int k = t & (size - 1);
    float2 a = own[from][t], b = own[from][t + SIZE / 2], w = roots[k * (SIZE / 2 / size)];
    float2 turned = {b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x};
    int to = 2 * (t - k) + k;
    own[1 - from][to] = {a.x + turned.x, a.y + turned.y};
    own[1 - from][to + size] = {a.x - turned.x, a.y - turned.y};
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * SIZE + t] = own[from][t];
  out[blockIdx.x * SIZE + t + SIZE / 2] = own[from][t + SIZE / 2];
}

void compute() { transform<<<COUNT, SIZE / 2>>>(in, out, roots); }
#else
void compute() {
#pragma omp parallel for
  for (int block = 0; block < COUNT; block++) {
    float2 own[2][SIZE];
    memcpy(own[0], in + block * SIZE, sizeof own[0]);
    int from = 0;
    for (int size = 1; size < SIZE; size *= 2) {
      for (int t = 0; t < SIZE / 2; t++) {
        int k = t & (size - 1), to = 2 * (t - k) + k;
        float2 a = own[from][t], b = own[from][t + SIZE / 2], w = roots[k * (SIZE / 2 / size)];
        float2 turned = {b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x};
        own[1 - from][to] = {a.x + turned.x, a.y + turned.y};
        own[1 - from][to + size] = {a.x - turned.x, a.y - turned.y};
      }
      from = 1 - from;
    }
    memcpy(out + block * SIZE, own[from], sizeof own[0]);
  }
}
#endif

void setup() {
  in = array<float2>(SIZE * COUNT);
  out = array<float2>(SIZE * COUNT);
  roots = array<float2>(SIZE / 2);
  for (int k = 0; k < SIZE * COUNT; k++)
    in[k] = {(float)number(), (float)number()};
  for (int k = 0; k < SIZE / 2; k++)
    roots[k] = {(float)cos(2 * M_PI * k / SIZE), (float)-sin(2 * M_PI * k / SIZE)};
}
void reset() {}
double result() { return checksum(&out[0].x, 2 * SIZE * COUNT); }
