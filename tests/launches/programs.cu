// Programs as people write them: batches through the same memory, classes that own memory, a number of launches that depends on results, one element.
#include "check.h"
#include <memory>
__global__ void square(const double *x, double *y, double a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] * x[i] + 0.1;
}

double f(const double *x, int n) {
  double *d, *e, sum = 0;
  int m = n / 8;
  std::vector<double> host(m);
  cudaMalloc(&d, m * sizeof(double));
  cudaMalloc(&e, m * sizeof(double));
  for (int b = 0; b < 8; b++) {
    cudaMemcpy(d, x + b * m, m * sizeof(double), cudaMemcpyHostToDevice);
    square<<<(m + 31) / 32, 32>>>(d, e, x[0], m);
    cudaMemcpy(host.data(), e, m * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++) sum += host[i] * (1 + i + b);
  }
  cudaFree(d); cudaFree(e);
  return sum;
}

struct Buffer {
  double *p; int n;
  Buffer(int n) : n(n) { cudaMalloc((void **)&p, n * sizeof(double)); }
  ~Buffer() { cudaFree(p); }
};
struct Model {
  Buffer a, b; int n;
  Model(int n) : a(n), b(n), n(n) {}
  void run(const double *x) {
    cudaMemcpy(a.p, x, n * sizeof(double), cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++) { square<<<(n + 31) / 32, 32>>>(a.p, b.p, 0.7, n); std::swap(a.p, b.p); }
  }
  double result() { return total(a.p, n); }
};
double g(const double *x, int n) { auto m = std::make_unique<Model>(n); m->run(x); return m->result(); }

double h(const double *x, int n) {
  Buffer a(n), b(n);
  double first = 0; int k = 0;
  cudaMemcpy(a.p, x, n * sizeof(double), cudaMemcpyHostToDevice);
  do {
    square<<<(n + 31) / 32, 32>>>(a.p, b.p, 1.1, n);
    cudaMemcpy(a.p, b.p, n * sizeof(double), cudaMemcpyDeviceToDevice);
    cudaMemcpy(&first, a.p, sizeof first, cudaMemcpyDeviceToHost);
  } while (first < 5 && ++k < 20);
  return total(a.p, n) + first * first;
}

double t(const double *x, int n) {
  Buffer a(n), b(n);
  cudaMemcpy(a.p, x, 0, cudaMemcpyHostToDevice);
  cudaMemcpy(a.p, x, n * sizeof(double), cudaMemcpyHostToDevice);
  square<<<1, 32>>>(a.p, a.p, 1.1, n);
  square<<<1, 32>>>(a.p, b.p, x[0], 1);
  double y[2];
  cudaMemcpy(&y[0], b.p, sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(&y[1], b.p, sizeof(double), cudaMemcpyDeviceToHost);
  return y[0] * y[1];
}
int main() { check<f>("batches", numbers(64, 0.2, 1)); check<g>("class", numbers(50, 0.2, 1));  check<h>("count", numbers(50, 1.1, 1.4)); check<t>("twice", numbers(1, 0.5, 0.8)); return finish("programs"); }
