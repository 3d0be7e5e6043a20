// refused: cannot differentiate a shuffle that moves bits of a floating-point number as an integer
#include "check.h"
__device__ void halves(double *in, double *out) {
  double square = in[threadIdx.x] * in[threadIdx.x];
  long long bits;
  memcpy(&bits, &square, 8);
  unsigned low = __shfl_xor_sync(0xffffffffu, (unsigned)bits, 1), high = __shfl_xor_sync(0xffffffffu, (unsigned)(bits >> 32), 2);
  bits = (long long)high << 32 | low;
  memcpy(&square, &bits, 8);
  out[threadIdx.x] = square;
}
__global__ void gradient(double *in, double *din, double *out, double *dout) {
  __enzyme_autodiff<void>((void *)halves, enzyme_dup, in, din, enzyme_dup, out, dout);
}
int main() {}
