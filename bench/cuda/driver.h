// What the programs of this folder share. Each has kernels, compiled by `zymase c++ --zymase-gpu=cpu`, and the same computation
// written by hand with OpenMP, compiled by `clang++ -x c++ -fopenmp`. It defines `setup`, `reset` (what each run starts from, not
// timed), `compute` and `result`. Prints the time of the best run in seconds, and the result.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef __CUDA__
#include <cuda_runtime.h>
#define BOTH __host__ __device__
#else
#define BOTH
#endif

void setup();
void reset();
void compute();
double result();

// Numbers between 0 and 1, the same in every run.
inline double number() {
  static unsigned long seed = 12345;
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(seed >> 33) / 2147483648.0;
}

template <class T> T *array(size_t count) {
  T *memory;
#ifdef __CUDA__
  if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess)
    exit(2);
#else
  if (!(memory = (T *)malloc(count * sizeof(T))))
    exit(2);
#endif
  memset((void *)memory, 0, count * sizeof(T));
  return memory;
}

template <class T> T *numbers(size_t count, double low = 0, double high = 1) {
  T *memory = array<T>(count);
  for (size_t k = 0; k < count; k++)
    memory[k] = (T)(low + (high - low) * number());
  return memory;
}

// A sum in which the order of elements counts.
template <class T> double checksum(const T *values, size_t count) {
  double sum = 0;
  for (size_t k = 0; k < count; k++)
    sum += (double)values[k] * (double)(k % 7 + 1);
  return sum;
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 5;
  double best = 1e30;
  setup();
  for (int k = 0; k < rounds; k++) {
    reset();
    auto start = std::chrono::steady_clock::now();
    compute();
#ifdef __CUDA__
    if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess)
      return 1;
#endif
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  printf("%.9g %.12g\n", best, result());
  return 0;
}
