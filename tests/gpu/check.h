// What the tests of this folder share. A test is a function of device code, called from a kernel for its value, for its tangent and for
// its gradient: reverse mode is compared with forward mode, and both with central differences.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

extern __device__ int enzyme_dup;
extern __device__ int enzyme_out;
extern __device__ int enzyme_const;
extern __device__ int enzyme_dupnoneed;
extern __device__ int enzyme_width;
template <class R = void, class... A> __device__ R __enzyme_autodiff(void *, A...);
template <class R = void, class... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CALL(what)                                                                                                     \
  do {                                                                                                                 \
    cudaError_t status = (what);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));                                           \
      exit(2);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static unsigned long seed_of_numbers = 12345;
inline double number() {
  seed_of_numbers = seed_of_numbers * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(seed_of_numbers >> 33) / 2147483648.0;
}

template <class T> std::vector<T> numbers(size_t count, double from, double to) {
  std::vector<T> all(count);
  for (T &x : all)
    x = (T)(from + (to - from) * number());
  return all;
}

template <class T> T *to_device(const std::vector<T> &host) {
  T *device;
  CALL(cudaMalloc(&device, host.size() * sizeof(T)));
  CALL(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T> std::vector<T> to_host(const T *device, size_t count) {
  std::vector<T> host(count);
  CALL(cudaGetLastError());
  CALL(cudaDeviceSynchronize());
  CALL(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

static int passed, failed;

inline void report(const char *what, bool good) { good ? ++passed : ++failed; if (!good) printf("FAILED %s\n", what); }

inline int finish() {
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}

// A kernel `out[] = f(in[])`, its tangent and its gradient, all with arrays of T.
template <class T> struct Case {
  const char *name;
  std::vector<T> in;
  size_t outs;
  int blocks, threads;
  size_t shared = 0;
  void (*value)(T *in, T *out, int n);
  void (*tangent)(T *in, T *din, T *out, T *dout, int n);
  void (*gradient)(T *in, T *din, T *out, T *dout, int n);
  double tolerance = sizeof(T) == 8 ? 1e-6 : 2e-2;
  // The form of a block that has more than one dimension.
  dim3 shape = dim3(0, 0, 0);
  // How far the two modes may differ.
  double exact = sizeof(T) == 8 ? 1e-10 : 1e-4;
};

template <class T> double along(const std::vector<T> &a, const std::vector<T> &b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k)
    sum += (double)a[k] * b[k];
  return sum;
}

inline bool near(double a, double b, double size, double tolerance) {
  return std::fabs(a - b) <= tolerance * (size + std::fabs(a) + std::fabs(b));
}

template <class T> void check(const Case<T> &c) {
  size_t n = c.in.size();
  dim3 block = c.shape.x ? c.shape : dim3(c.threads);
  auto weights = numbers<T>(c.outs, 0.5, 1.5), direction = numbers<T>(n, -1, 1);
  std::vector<T> zeros(n, 0), none(c.outs, 0);
  auto run = [&](const std::vector<T> &at) {
    T *in = to_device(at), *out = to_device(none);
    c.value<<<c.blocks, block, c.shared>>>(in, out, (int)n);
    auto result = to_host(out, c.outs);
    cudaFree(in), cudaFree(out);
    return along(result, weights);
  };
  T *in = to_device(c.in), *out = to_device(none), *din = to_device(direction), *dout = to_device(none);
  c.tangent<<<c.blocks, block, 2 * c.shared>>>(in, din, out, dout, (int)n);
  double forward = along(to_host(dout, c.outs), weights);
  T *in2 = to_device(c.in), *out2 = to_device(none), *din2 = to_device(zeros), *dout2 = to_device(weights);
  c.gradient<<<c.blocks, block, 2 * c.shared>>>(in2, din2, out2, dout2, (int)n);
  auto gradient = to_host(din2, n);
  auto primal = to_host(out2, c.outs), plain = to_host(out, c.outs);
  double reverse = along(gradient, direction), size = 0;
  for (size_t k = 0; k < n; ++k)
    size += std::fabs((double)gradient[k] * direction[k]);
  double h = sizeof(T) == 8 ? 1e-6 : 1e-2;
  std::vector<T> above = c.in, below = c.in;
  for (size_t k = 0; k < n; ++k) {
    above[k] = (T)(c.in[k] + h * direction[k]);
    below[k] = (T)(c.in[k] - h * direction[k]);
  }
  double difference = (run(above) - run(below)) / (2 * h);
  bool good = near(forward, reverse, size, c.exact) && near(difference, reverse, size, c.tolerance) && std::isfinite(reverse) && reverse != 0;
  if (!good)
    printf("%s: reverse %.12g forward %.12g difference %.12g\n", c.name, reverse, forward, difference);
  report(c.name, good);
  for (T *p : {in, out, din, dout, in2, out2, din2, dout2})
    cudaFree(p);
}

// The kernels of a test, from its body `void NAME(T *in, T *out, int n)`.
#define KERNELS(T, NAME)                                                                                               \
  __global__ void NAME##_value(T *in, T *out, int n) { NAME(in, out, n); }                                             \
  __global__ void NAME##_tangent(T *in, T *din, T *out, T *dout, int n) {                                              \
    __enzyme_fwddiff<void>((void *)NAME, enzyme_dup, in, din, enzyme_dup, out, dout, enzyme_const, n);                 \
  }                                                                                                                    \
  __global__ void NAME##_gradient(T *in, T *din, T *out, T *dout, int n) {                                             \
    __enzyme_autodiff<void>((void *)NAME, enzyme_dup, in, din, enzyme_dup, out, dout, enzyme_const, n);                \
  }
#define CHECK(T, NAME, IN, OUTS, BLOCKS, THREADS, SHARED)                                                              \
  check(Case<T>{#NAME, IN, (size_t)(OUTS), BLOCKS, THREADS, SHARED, NAME##_value, NAME##_tangent, NAME##_gradient})
