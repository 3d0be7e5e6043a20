// Atomic updates of all kinds and types.
#include "check.h"

__device__ double add_by_comparison(double *place, double value) {
  unsigned long long *bits = (unsigned long long *)place, old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

__global__ void update(int *i, unsigned *u, unsigned long long *l, float *f, double *d, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  atomicAdd(&i[0], k);
  atomicSub(&i[1], k);
  atomicMin(&i[2], 500 - k);
  atomicMax(&i[3], k);
  atomicExch(&i[4], 7);
  atomicOr(&u[0], 1u << k % 32);
  atomicAnd(&u[1], ~(1u << k % 16));
  atomicXor(&u[2], 1u << k % 8);
  atomicInc(&u[3], 1000000u);
  atomicAdd(&l[0], (unsigned long long)k << 20);
  atomicMax(&l[1], (unsigned long long)k * k);
  atomicAdd(&f[0], 1.0f);
  atomicAdd(&d[0], 0.5);
  add_by_comparison(&d[1], 0.25);
}

int main() {
  const int n = 1000;
  int *i = to_device(std::vector<int>{0, 0, 1000, -1, 0});
  unsigned *u = to_device(std::vector<unsigned>{0, ~0u, 0, 0});
  unsigned long long *l = to_device(std::vector<unsigned long long>{0, 0});
  float *f = to_device(std::vector<float>{0});
  double *d = to_device(std::vector<double>{0, 0});
  update<<<8, 128>>>(i, u, l, f, d, n);
  int sum = n * (n - 1) / 2;
  compare("int", to_host(i, 5), std::vector<int>{sum, -sum, 500 - n + 1, n - 1, 7});
  compare("unsigned", to_host(u, 4), std::vector<unsigned>{~0u, 0xffff0000u, 0xffu, 1000u});
  compare("long", to_host(l, 2), std::vector<unsigned long long>{(unsigned long long)sum << 20, 999ull * 999});
  compare("float", to_host(f, 1), std::vector<float>{1000});
  compare("double", to_host(d, 2), std::vector<double>{500, 250});
  return 0;
}
