// Arguments of kernels: numbers by value, truth values, structs with pointers and numbers, null, addresses in the middle of memory.
#include "check.h"

struct Field {
  const double *values;
  double factor;
  int n;
};
struct Small {
  float a, b;
};

__global__ void plain(const double *x, double *y, double a, float b, bool doubled, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] * x[i] + b * (doubled ? 2 : 1);
}
__global__ void structs(Field field, Small small, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < field.n)
    y[i] += field.factor * sin(field.values[i]) * small.a + small.b;
}
__global__ void optional(const double *x, const double *more, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] *= more ? x[i] * more[i] : x[i];
}

double by_value(const double *x, int n) {
  double *d, *e;
  int m = n - 2;
  cudaMalloc(&d, m * sizeof(double));
  cudaMalloc(&e, m * sizeof(double));
  cudaMemcpy(d, x, m * sizeof(double), cudaMemcpyHostToDevice);
  plain<<<(m + 31) / 32, 32>>>(d, e, x[n - 2] * x[0], (float)x[n - 1], true, m);
  plain<<<(m + 31) / 32, 32>>>(e, d, 0.5, 1.0f, false, m);
  double sum = total(d, m);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double in_structs(const double *x, int n) {
  double *d, *e;
  int m = n - 1;
  cudaMalloc(&d, m * sizeof(double));
  cudaMalloc(&e, m * sizeof(double));
  cudaMemcpy(d, x, m * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(e, 0, m * sizeof(double));
  Field field = {d, x[n - 1], m};
  Small small = {1.5f, 0.25f};
  structs<<<(m + 31) / 32, 32>>>(field, small, e);
  structs<<<(m + 31) / 32, 32>>>(field, small, e);
  double sum = total(e, m);
  cudaFree(d);
  cudaFree(e);
  return sum;
}

double addresses(const double *x, int n) {
  double *d;
  int m = n / 2;
  cudaMalloc(&d, 3 * m * sizeof(double));
  cudaMemcpy(d + m, x, 2 * m * sizeof(double), cudaMemcpyHostToDevice);
  plain<<<(m + 31) / 32, 32>>>(d + m, d, 2.0, 0.0f, false, m);
  optional<<<(m + 31) / 32, 32>>>(d + m, nullptr, d, m);
  optional<<<(m + 31) / 32, 32>>>(d + 2 * m, d + m, d, m);
  double sum = total(d, m);
  cudaFree(d);
  return sum;
}

int main() {
  check<by_value>("by value", numbers(70, 0.5, 1.5), 1e-3, 1e-3, 1e-6);
  check<in_structs>("structs", numbers(70, 0.5, 1.5));
  check<addresses>("addresses", numbers(64, 0.5, 1.5));
  return finish("arguments");
}
