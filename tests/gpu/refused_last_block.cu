// refused: cannot differentiate a kernel that reads what other blocks write while it runs
#include "check.h"
__device__ unsigned arrived;
__device__ void total(double *in, double *parts, double *out) {
  parts[blockIdx.x] = in[blockIdx.x] * in[blockIdx.x];
  __threadfence();
  if (atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1) {
    double sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += parts[k];
    out[0] = sum;
  }
}
__global__ void gradient(double *in, double *din, double *p, double *dp, double *out, double *dout) {
  __enzyme_autodiff<void>((void *)total, enzyme_dup, in, din, enzyme_dup, p, dp, enzyme_dup, out, dout);
}
int main() {}
