// A simulation of many steps that changes places of two arrays; states are kept within a budget (ZYMASE_DEVICE_MEMORY).
#include "check.h"

__global__ void diffuse(const double *from, double *to, double rate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double left = from[i > 0 ? i - 1 : n - 1], right = from[i < n - 1 ? i + 1 : 0], here = from[i];
  to[i] = here + rate * (left - 2 * here + right) + 0.001 * here * (1 - here);
}

__global__ void damp(double *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = values[i] - 0.01 * values[i] * values[i];
}

template <int STEPS> double simulate(const double *start, int n) {
  double *now, *next;
  cudaMalloc((void **)&now, n * sizeof(double));
  cudaMalloc((void **)&next, n * sizeof(double));
  cudaMemcpy(now, start, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int step = 0; step < STEPS; step++) {
    diffuse<<<(n + 127) / 128, 128>>>(now, next, 0.2, n);
    if (step % 7 == 3)
      damp<<<(n + 127) / 128, 128>>>(next, n);
    double *other = now;
    now = next;
    next = other;
  }
  double sum = total(now, n);
  cudaFree(now);
  cudaFree(next);
  return sum;
}

int main() {
  check<simulate<1>>("one step", numbers(300, 0.1, 0.9));
  check<simulate<2>>("two steps", numbers(300, 0.1, 0.9));
  check<simulate<60>>("sixty steps", numbers(300, 0.1, 0.9));
  // Room for 40 states, half of them in the forward sweep: operations are repeated.
  setenv("ZYMASE_DEVICE_MEMORY", "96000", 1);
  check<simulate<1000>>("thousand steps, little memory", numbers(300, 0.1, 0.9));
  setenv("ZYMASE_DEVICE_MEMORY", "1", 1);
  check<simulate<30>>("hardly any memory", numbers(300, 0.1, 0.9));
  return finish("stencil");
}
