// What the benchmarks of this folder share: the time of a kernel and of its gradient, by events, and a line for the table.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

extern __device__ int enzyme_dup;
extern __device__ int enzyme_const;
template <class R = void, class... A> __device__ R __enzyme_autodiff(void *, A...);

#define CALL(what)                                                                                                     \
  do {                                                                                                                 \
    cudaError_t status = (what);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));                                           \
      exit(2);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// With a number as its argument a benchmark takes that much less work: for a test, also of kernels on CPUs.
static int smaller = 1;

inline float uniform(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) * (1.0f / 16777216.0f);
}

// An array and its shadow.
template <class T> struct Array {
  T *values, *shadow;
  size_t count;
  Array(size_t count, T from, T to) : count(count) {
    std::vector<T> host(count);
    unsigned state = 7;
    for (T &x : host)
      x = from + (to - from) * (T)uniform(state);
    CALL(cudaMalloc(&values, count * sizeof(T)));
    CALL(cudaMalloc(&shadow, count * sizeof(T)));
    CALL(cudaMemcpy(values, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    CALL(cudaMemset(shadow, 0, count * sizeof(T)));
  }
  std::vector<T> read(const T *from) const {
    std::vector<T> host(count);
    CALL(cudaMemcpy(host.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
  void write(T *to, const std::vector<T> &host) { CALL(cudaMemcpy(to, host.data(), count * sizeof(T), cudaMemcpyHostToDevice)); }
};

// The least time of several runs, in milliseconds.
template <class F> float milliseconds(F launch) {
  cudaEvent_t start, stop;
  CALL(cudaEventCreate(&start));
  CALL(cudaEventCreate(&stop));
  launch();
  CALL(cudaGetLastError());
  CALL(cudaDeviceSynchronize());
  std::vector<float> times;
  for (int k = 0; k < (smaller > 1 ? 1 : 7); ++k) {
    CALL(cudaEventRecord(start));
    launch();
    CALL(cudaEventRecord(stop));
    CALL(cudaEventSynchronize(stop));
    float time;
    CALL(cudaEventElapsedTime(&time, start, stop));
    times.push_back(time);
  }
  CALL(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Compares the derivative along a direction with a central difference of `sum(out * weight)`.
template <class T, class V, class G>
bool agrees(Array<T> &in, Array<T> &out, V value, G gradient, double h, double tolerance) {
  auto base = in.read(in.values);
  unsigned state = 99;
  std::vector<T> direction(in.count), weights(out.count), zeros(in.count, 0), moved(in.count);
  // In few places: a sum of many would drown in rounding.
  for (T &d : direction)
    d = (T)(uniform(state) - 0.3f);
  for (T &w : weights)
    w = (T)(0.5f + uniform(state));
  auto at = [&](double step) {
    for (size_t k = 0; k < in.count; ++k)
      moved[k] = (T)(base[k] + step * direction[k]);
    in.write(in.values, moved);
    value();
    CALL(cudaDeviceSynchronize());
    auto found = out.read(out.values);
    double sum = 0;
    for (size_t k = 0; k < out.count; ++k)
      sum += (double)found[k] * weights[k];
    return sum;
  };
  double difference = (at(h) - at(-h)) / (2 * h);
  in.write(in.values, base);
  in.write(in.shadow, zeros);
  out.write(out.shadow, weights);
  gradient();
  CALL(cudaDeviceSynchronize());
  auto found = in.read(in.shadow);
  double sum = 0;
  for (size_t k = 0; k < in.count; ++k)
    sum += (double)found[k] * direction[k];
  bool good = std::fabs(sum - difference) <= tolerance * (std::fabs(sum) + std::fabs(difference));
  if (!good)
    printf("gradient %.9g, difference %.9g\n", sum, difference);
  return good;
}

inline int result(const char *name, float primal, float gradient, double bound, bool good) {
  printf("%-22s %9.3f %9.3f %7.2f  %4.0f  %s\n", name, primal, gradient, gradient / primal, bound, good ? "right" : "WRONG");
  return good ? 0 : 1;
}

// A benchmark: a device function `NAME(in, out, n)` and its launch.
#define BENCHMARK(T, NAME, BLOCKS, THREADS, IN, OUT, N, BOUND, H, TOLERANCE)                                            \
  __global__ void NAME##_value(T *in, T *out, int n) { NAME(in, out, n); }                                             \
  __global__ void NAME##_gradient(T *in, T *din, T *out, T *dout, int n) {                                             \
    __enzyme_autodiff<void>((void *)NAME, enzyme_dup, in, din, enzyme_dup, out, dout, enzyme_const, n);                \
  }                                                                                                                    \
  int main(int argc, char **argv) {                                                                                    \
    smaller = argc > 1 ? atoi(argv[1]) : 1;                                                                            \
    int n = N;                                                                                                         \
    Array<T> in IN, out(OUT, 0, 1);                                                                                    \
    auto value = [&] { NAME##_value<<<BLOCKS, THREADS>>>(in.values, out.values, n); };                                 \
    auto gradient = [&] { NAME##_gradient<<<BLOCKS, THREADS>>>(in.values, in.shadow, out.values, out.shadow, n); };     \
    bool good = agrees(in, out, value, gradient, H, TOLERANCE);                                                        \
    float primal = milliseconds(value), both = milliseconds(gradient);                                                 \
    return result(#NAME, primal, both, BOUND, good);                                                                   \
  }
