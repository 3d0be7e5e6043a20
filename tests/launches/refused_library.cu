// refused: what this library computes on the GPU is not differentiated
#include "check.h"
// The prototypes that are used, as in cublas_v2.h.
struct cublasContext;
extern "C" int cublasCreate_v2(cublasContext **handle);
extern "C" int cublasDgemv_v2(cublasContext *handle, int trans, int m, int n, const double *alpha, const double *A, int lda, const double *x, int incx, const double *beta, double *y, int incy);
__global__ void square(double *x, int n) { x[threadIdx.x] *= x[threadIdx.x]; }
double product(const double *x, int n) {
  double *a, *y, one = 1, zero = 0;
  cublasContext *handle;
  cublasCreate_v2(&handle);
  cudaMalloc(&a, n * n * sizeof(double));
  cudaMalloc(&y, n * sizeof(double));
  cudaMemcpy(a, x, n * n * sizeof(double), cudaMemcpyHostToDevice);
  cublasDgemv_v2(handle, 0, n, n, &one, a, n, a, 1, &zero, y, 1);
  square<<<1, n>>>(y, n);
  return total(y, n);
}
int main() {
  check<product>("product", numbers(16, 0, 1));
}
