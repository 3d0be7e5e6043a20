// Prices of options by a formula, and by random paths, with functions as parameters of templates and lambdas.
#include "check.h"

__host__ __device__ double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

__host__ __device__ double price(double spot, double strike, double years, double rate, double sigma) {
  double root = sigma * sqrt(years), d = (log(spot / strike) + (rate + 0.5 * sigma * sigma) * years) / root;
  return spot * normal(d) - strike * exp(-rate * years) * normal(d - root);
}

template <class F> __global__ void apply(const double *in, double *out, int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = f(in[i]);
}

__host__ __device__ unsigned next(unsigned &state) { return state = state * 1664525u + 1013904223u; }

__host__ __device__ unsigned hits(unsigned seed, int tries) {
  unsigned state = seed * 2654435761u + 1, count = 0;
  for (int k = 0; k < tries; k++) {
    double x = next(state) / 4294967296.0, y = next(state) / 4294967296.0;
    count += x * x + y * y < 1;
  }
  return count;
}

__global__ void throw_darts(unsigned long long *total, int tries) {
  atomicAdd(total, (unsigned long long)hits(blockIdx.x * blockDim.x + threadIdx.x, tries));
}

int main() {
  const int n = 1000;
  std::vector<double> strikes(n), expected(n);
  double rate = 0.02, sigma = 0.3;
  for (int k = 0; k < n; k++)
    strikes[k] = 50 + 100 * number(), expected[k] = price(100, strikes[k], 1.5, rate, sigma);
  double *a = to_device(strikes), *b;
  CALL(cudaMalloc(&b, n * sizeof(double)));
  apply<<<3, 64>>>(a, b, n, [=] __device__(double strike) { return price(100, strike, 1.5, rate, sigma); });
  compare("prices", to_host(b, n), expected, 1e-12);
  unsigned long long all = 0, *total = to_device(std::vector<unsigned long long>(1));
  for (unsigned k = 0; k < 320; k++)
    all += hits(k, 50);
  throw_darts<<<5, 64>>>(total, 50);
  compare("hits", to_host(total, 1), std::vector<unsigned long long>{all});
  return 0;
}
