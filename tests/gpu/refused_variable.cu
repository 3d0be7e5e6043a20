// refused: a derivative needs memory or messages of its own
#include "check.h"
__device__ double kept[64];
__device__ void through(double *in, double *out) {
  kept[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x ^ 1];
}
__global__ void gradient(double *in, double *din, double *out, double *dout) {
  __enzyme_autodiff<void>((void *)through, enzyme_dup, in, din, enzyme_dup, out, dout);
}
int main() {}
