// refused: cannot differentiate an atomic update of active memory
#include "check.h"
__device__ void most(float *in, float *out) {
  int *place = (int *)out, old = *place, assumed;
  do {
    assumed = old;
    old = atomicCAS(place, assumed, __float_as_int(fmaxf(in[threadIdx.x], __int_as_float(assumed))));
  } while (assumed != old);
}
__global__ void gradient(float *in, float *din, float *out, float *dout) {
  __enzyme_autodiff<void>((void *)most, enzyme_dup, in, din, enzyme_dup, out, dout);
}
int main() {}
