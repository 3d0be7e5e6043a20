// refused: cannot differentiate an atomic update of active memory
#include "check.h"
__device__ void exchange(double *in, double *out) { out[0] = atomicAdd(&out[1], in[threadIdx.x]) * in[0]; }
__global__ void gradient(double *in, double *din, double *out, double *dout) {
  __enzyme_autodiff<void>((void *)exchange, enzyme_dup, in, din, enzyme_dup, out, dout);
}
int main() {}
