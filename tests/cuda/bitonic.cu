// Bitonic sort of a block in shared memory.
#include "check.h"
#include <algorithm>

__global__ void sort(int *data) {
  __shared__ int own[256];
  unsigned t = threadIdx.x;
  own[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned size = 2; size <= 256; size <<= 1)
    for (unsigned distance = size >> 1; distance > 0; distance >>= 1) {
      unsigned other = t ^ distance;
      if (other > t && ((t & size) == 0) == (own[t] > own[other])) {
        int kept = own[t];
        own[t] = own[other];
        own[other] = kept;
      }
      __syncthreads();
    }
  data[blockIdx.x * 256 + t] = own[t];
}

int main() {
  std::vector<int> data(1024);
  for (int &one : data)
    one = (int)(number() * 10000);
  int *a = to_device(data);
  sort<<<4, 256>>>(a);
  for (int k = 0; k < 4; k++)
    std::sort(data.begin() + 256 * k, data.begin() + 256 * (k + 1));
  compare("sorted", to_host(a, 1024), data);
  return 0;
}
