// What the programs of this folder share: a generator of numbers, comparisons, and the end of a program.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

static unsigned long seed_of_numbers = 12345;
inline double number() {
  seed_of_numbers = seed_of_numbers * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(seed_of_numbers >> 33) / 2147483648.0;
}

#define CALL(what)                                                                                                     \
  do {                                                                                                                 \
    cudaError_t status = (what);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));                                           \
      exit(2);                                                                                                         \
    }                                                                                                                  \
  } while (0)

template <class T> T *to_device(const std::vector<T> &host) {
  T *device;
  CALL(cudaMalloc(&device, host.size() * sizeof(T)));
  CALL(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T> std::vector<T> to_host(const T *device, size_t count) {
  std::vector<T> host(count);
  CALL(cudaDeviceSynchronize());
  CALL(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <class T> void compare(const char *what, const std::vector<T> &found, const std::vector<T> &expected, double tolerance = 0) {
  for (size_t k = 0; k < expected.size(); k++) {
    double difference = std::fabs((double)found[k] - (double)expected[k]);
    if (!(difference <= tolerance * (1 + std::fabs((double)expected[k])))) {
      printf("%s: element %zu is %.9g, not %.9g\n", what, k, (double)found[k], (double)expected[k]);
      exit(1);
    }
  }
}
