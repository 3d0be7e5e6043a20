// Bitonic sort: short distances in shared memory, long ones in global memory.
#include "driver.h"

const int COUNT = 1 << 19, BLOCK = 512;
int *start, *values;

#ifdef __CUDA__
__global__ void sort_short(int *values, unsigned size) {
  __shared__ int own[BLOCK];
  unsigned t = threadIdx.x, at = blockIdx.x * BLOCK + t;
  own[t] = values[at];
  __syncthreads();
  for (unsigned distance = size / 2 < BLOCK / 2 ? size / 2 : BLOCK / 2; distance > 0; distance >>= 1) {
    unsigned other = t ^ distance;
    if (other > t && ((at & size) == 0) == (own[t] > own[other])) {
      int kept = own[t];
      own[t] = own[other];
      own[other] = kept;
    }
    __syncthreads();
  }
  values[at] = own[t];
}

__global__ void sort_long(int *values, unsigned size, unsigned distance) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x, other = at ^ distance;
  if (other > at) {
    int a = values[at], b = values[other];
    if (((at & size) == 0) == (a > b)) {
      values[at] = b;
      values[other] = a;
    }
  }
}

void compute() {
  for (unsigned size = 2; size <= COUNT; size <<= 1) {
    for (unsigned distance = size >> 1; distance >= BLOCK; distance >>= 1)
      sort_long<<<COUNT / 256, 256>>>(values, size, distance);
    sort_short<<<COUNT / BLOCK, BLOCK>>>(values, size);
  }
}
#else
void compute() {
  for (unsigned size = 2; size <= COUNT; size <<= 1)
    for (unsigned distance = size >> 1; distance > 0; distance >>= 1)
#pragma omp parallel for
      for (unsigned at = 0; at < COUNT; at++) {
        unsigned other = at ^ distance;
        if (other > at) {
          int a = values[at], b = values[other];
          if (((at & size) == 0) == (a > b)) {
            values[at] = b;
            values[other] = a;
          }
        }
      }
}
#endif

void setup() {
  start = numbers<int>(COUNT, 0, 1e9);
  values = array<int>(COUNT);
}
void reset() { memcpy(values, start, sizeof(int) * COUNT); }
double result() { return checksum(values, COUNT); }
