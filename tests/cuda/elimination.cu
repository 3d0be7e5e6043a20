// Gaussian elimination and the factors of a matrix, launch by launch.
#include "check.h"

__global__ void factors(double *m, const double *a, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    m[i * n + k] = a[i * n + k] / a[k * n + k];
}

__global__ void eliminate(const double *m, double *a, double *b, int n, int k) {
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y, j = k + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  a[i * n + j] -= m[i * n + k] * a[k * n + j];
  if (j == k)
    b[i] -= m[i * n + k] * b[k];
}

int main() {
  const int n = 40;
  std::vector<double> a(n * n), b(n), x(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = number() + (i == j ? n : 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i] += a[i * n + j] * (j + 1);
  double *da = to_device(a), *db = to_device(b), *dm = to_device(std::vector<double>(n * n));
  for (int k = 0; k < n - 1; k++) {
    factors<<<(n + 31) / 32, 32>>>(dm, da, n, k);
    eliminate<<<dim3(5, 5), dim3(8, 8)>>>(dm, da, db, n, k);
  }
  a = to_host(da, n * n);
  b = to_host(db, n);
  std::vector<double> expected(n);
  for (int i = n - 1; i >= 0; i--) {
    x[i] = b[i];
    for (int j = i + 1; j < n; j++)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
    expected[i] = i + 1;
  }
  compare("solution", x, expected, 1e-9);
  return 0;
}
