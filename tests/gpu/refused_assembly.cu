// refused: cannot differentiate inline assembly that touches active values
#include "check.h"
__device__ void assembly(float *in, float *out) {
  float y;
  asm("mul.rz.f32 %0, %1, %1;" : "=f"(y) : "f"(in[threadIdx.x]));
  out[threadIdx.x] = y;
}
__global__ void gradient(float *in, float *din, float *out, float *dout) {
  __enzyme_autodiff<void>((void *)assembly, enzyme_dup, in, din, enzyme_dup, out, dout);
}
int main() {}
